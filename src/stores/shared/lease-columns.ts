// Whether a recorded lease still binds: the same rule in every database.

export interface LeaseColumns {
  readonly holder: string;
  readonly expires_at: number;
}

/** False when nobody holds it, the same holder asks again, its time is over, or its holder is certainly gone. */
export function isHeldByOther(
  current: LeaseColumns | undefined,
  wisher: string,
  now: number,
  holderAlive: (holder: string) => boolean,
): boolean {
  return current !== undefined && current.holder !== wisher && current.expires_at > now && holderAlive(current.holder);
}
