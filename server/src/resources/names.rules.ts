/** A name to find by: in lower case, as PostgreSQL's lower() makes it. */
export function nameKey(name: string): string {
  return name.toLowerCase()
}

/** A plate to find by, without case, blanks and punctuation: `1-ABC-234` is `1abc234`. Null when nothing is left. */
export function plateKey(plate: string | null): string | null {
  const key = plate?.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  return key || null
}
