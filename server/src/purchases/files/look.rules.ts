/** Displayable file types, recognised by their first bytes, whatever the sender declares. */
const looks = [
  { begin: '%PDF-', mediaType: 'application/pdf', extension: 'pdf' },
  { begin: '\xff\xd8\xff', mediaType: 'image/jpeg', extension: 'jpg' },
  { begin: '\x89PNG\r\n', mediaType: 'image/png', extension: 'png' },
  { begin: 'GIF8', mediaType: 'image/gif', extension: 'gif' },
] as const

/** Display type of a file; undefined: plain text. */
export function lookOf(bytes: Buffer): (typeof looks)[number] | undefined {
  const begin = bytes.subarray(0, 8).toString('latin1')
  return looks.find((one) => begin.startsWith(one.begin))
}

/** Whether bytes are a photograph or scan, in which no invoice can be read. */
export function isPicture(bytes: Buffer): boolean {
  return lookOf(bytes)?.mediaType.startsWith('image/') === true
}
