/** UUID pattern as part of a regular expression, here and in the database. */
export const uuidPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

const uuid = new RegExp(`^${uuidPattern}$`)

/** Whether a text is a UUID in the service's lower-case form. */
export function isWrittenUuid(text: string): boolean {
  return uuid.test(text)
}

/** Whether a text is a UUID, in lower or upper case. */
export function isUuid(text: string): boolean {
  return isWrittenUuid(text.toLowerCase())
}
