// Items of the attack corpus whose every command only looks. A policy that lets people look around allows them; each says what is looked at.

export const PLAIN_READS: ReadonlyMap<string, string> = new Map([
  ["art-bcf05343-ef1d", "lists open network connections with ss or lsof"],
  ["art-997bb0a6-421e", "lists open network connections with sockstat"],
  ["art-bf23c7dc-1004", "prints /etc/shells"],
  ["art-3a53734a-9e26", "prints the kernel's name and version"],
  ["art-edff98ec-0f73", "prints the system profile and lists the applications folder"],
  ["art-327cc050-9e99", "prints whether system integrity protection is on"],
  ["art-034fe21c-3186", "lists loaded kernel modules"],
  ["art-4947897f-643a", "lists loaded kernel modules"],
  ["art-7e46c7a5-0142", "lists the user's open files"],
  ["art-f449c933-0891", "prints the date"],
  ["art-875805bc-9e86", "lists network shares in use"],
  ["art-77e468a6-3e5c", "lists network shares in use"],
  ["art-6beae646-eb4c", "reads one kernel setting, the hardware model"],
  ["art-103d6533-fd2a", "prints a browser's version from its property list"],
  ["art-1e5be8d4-605a", "lists services and their unit files"],
  ["art-07ce871a-b3c3", "prints the language settings"],
  ["art-13c0fef5-9be9", "lists kernel driver files by name"],
]);
