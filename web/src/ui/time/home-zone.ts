let home: string | undefined

/** Sets the time zone for times without a place: the tenant's. Undefined for the browser's. */
export function setHomeZone(zone: string | undefined): void {
  home = zone !== undefined && isZone(zone) ? zone : undefined
}

/** Time zone for times without a place. */
export function homeZone(): string {
  return home ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Whether the browser supports a zone of this name. */
export function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
