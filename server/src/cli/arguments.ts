import { InvalidArgumentError } from 'commander'

/** Whether the text is written like an id. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}

/** An argument that is an id. */
export function readUuid(text: string): string {
  if (isUuid(text)) return text
  throw new InvalidArgumentError(`"${text}" is not an id; ids look like 5f0f2f6e-8f5c-4f43-9d0a-6f3a1f0c2b11.`)
}

/** A comma-separated option. */
export function splitList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** An option that is a whole number of seconds, from 0 to 90 days. */
export function readSeconds(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 0 && value <= 7_776_000) return value
  throw new InvalidArgumentError('It must be a whole number of seconds from 0 to 7776000.')
}
