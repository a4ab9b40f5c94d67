// Who may change which skill without asking. The rule is code, not a request in a prompt.

interface Author {
  readonly origin: "foreground" | "background_review" | "curator" | "user";
  readonly proposeOnly?: string;
}

type Owner = "user" | "agent" | "bundled" | "hub" | "external";
type Action = "create" | "patch" | "edit" | "write_file" | "remove_file" | "delete";

/** Why a change must wait for a person; undefined when it may be made now. */
export function stagingReason(
  action: Action,
  author: Author,
  owner: Owner | undefined,
  writeApproval: boolean,
): string | undefined {
  if (author.origin === "user") return undefined;
  if (writeApproval) return "skills.write_approval is on";
  if (author.proposeOnly !== undefined) return author.proposeOnly;
  if (author.origin === "foreground") return undefined;
  if (action === "create") return undefined;
  if (owner !== "agent") return `'${owner ?? "unknown"}' skills are only changed with a person's yes`;
  if (action === "delete" && author.origin === "background_review") return "a review does not delete on its own";
  return undefined;
}
