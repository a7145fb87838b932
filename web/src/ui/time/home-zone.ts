let home: string | undefined

/** Says in which zone times are shown that belong to no place: that of the organisation; undefined: of the browser. */
export function setHomeZone(zone: string | undefined): void {
  home = zone !== undefined && isZone(zone) ? zone : undefined
}

/** The zone of times that belong to no place. */
export function homeZone(): string {
  return home ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Whether the browser knows a zone of this name. */
export function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
