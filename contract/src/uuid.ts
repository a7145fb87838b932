const shape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether a text is an id as all records have one: a UUID of any version, in either case. */
export function isUuid(text: string): boolean {
  return shape.test(text)
}
