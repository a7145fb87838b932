/** One segment: its tag and elements; a composite element is a nested list. */
export type Segment = readonly [tag: string, ...elements: (string | readonly string[])[]]

/**
 * The service characters of level A and C, announced by UNA: component, element, decimal mark, release, reserved, end.
 */
const una = "UNA:+.? '"

/**
 * Writes one segment. Service characters inside values are escaped; trailing empty elements are left out, as ISO 9735
 * section 8 requires.
 */
export function segment([tag, ...elements]: Segment): string {
  const written = elements.map((element) =>
    typeof element === 'string' ? released(element) : trimmed(element.map(released)).join(':'),
  )
  return `${[tag, ...trimmed(written)].join('+')}'`
}

function trimmed(parts: readonly string[]): readonly string[] {
  const last = parts.findLastIndex((part) => part !== '')
  return parts.slice(0, last + 1)
}

function released(text: string): string {
  return latin(text).replace(/[?+:']/g, '?$&')
}

/** Letters without a mark to remove, and typographic characters that programs insert for typed ones. */
const lookalikes: Readonly<Record<string, string>> = {
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  ı: 'i',
  Œ: 'OE',
  œ: 'oe',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '€': 'EUR',
}

/**
 * Converts text to UNOC, which is ISO 8859-1 without control characters. Other letters lose their diacritics, and any
 * remaining character becomes a full stop: a partner must be able to read every byte.
 */
function latin(text: string): string {
  return Array.from(text.normalize('NFC'), latinOf).join('')
}

function latinOf(character: string): string {
  if (isLatin(character)) return character
  const similar = lookalikes[character]
  if (similar !== undefined) return similar
  const bare = character.normalize('NFD')[0]!
  return isLatin(bare) ? bare : character.trim() === '' ? ' ' : '.'
}

function isLatin(character: string): boolean {
  const code = character.codePointAt(0)!
  return (code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code <= 0xff)
}

/** A value truncated to the length of its element, which counts characters before escaping. */
export function upTo(length: number, text: string): string {
  return Array.from(latin(text)).slice(0, length).join('')
}

/** The envelope around the messages. */
export interface Envelope {
  sender: string
  recipient: string
  /** Qualifiers of the ids (UNB 0007), where the partner requires them. */
  sender_qualifier?: string | null
  recipient_qualifier?: string | null
  /** Interchange control reference, at most 14 characters. */
  reference: string
  /** Time of creation. */
  at: Date
}

/** One message: its type for UNH, and its segments without UNH and UNT. */
export interface EdifactMessage {
  type: readonly string[]
  segments: readonly Segment[]
}

/** The interchange with one message as bytes: UNA, UNB, UNH … UNT, UNZ, one segment per line. */
export function writeInterchange(envelope: Envelope, message: EdifactMessage): Buffer {
  const { sender, recipient, reference, at } = envelope
  const stamp = at.toISOString()
  const day = stamp.slice(2, 10).replaceAll('-', '')
  const segments: Segment[] = [
    [
      'UNB',
      ['UNOC', '3'],
      [sender, envelope.sender_qualifier ?? ''],
      [recipient, envelope.recipient_qualifier ?? ''],
      [day, stamp.slice(11, 16).replace(':', '')],
      reference,
    ],
    ['UNH', '1', message.type],
    ...message.segments,
    // UNH and UNT count as well.
    ['UNT', String(message.segments.length + 2), '1'],
    ['UNZ', '1', reference],
  ]
  return Buffer.from([una, ...segments.map(segment)].map((line) => `${line}\r\n`).join(''), 'latin1')
}

/** An instant in format 205, which includes the UTC offset: CCYYMMDDHHMM+0000. */
export function instant(qualifier: string, text: string): Segment {
  const digits = text.slice(0, 16).replace(/\D/g, '')
  return ['DTM', [qualifier, `${digits}+0000`, '205']]
}
