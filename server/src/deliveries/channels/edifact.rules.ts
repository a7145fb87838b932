/** One segment: its tag and elements; an element of several components is a list of its own. */
export type Segment = readonly [tag: string, ...elements: (string | readonly string[])[]]

/**
 * The service characters of level A and C, announced by UNA: component, element, decimal mark, release, reserved, end.
 */
const una = "UNA:+.? '"

/**
 * Writes one segment. Service characters inside values are released; what is empty at the end is left out, because an
 * empty tail is not allowed (ISO 9735 section 8).
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

/** What has no mark to lose, and what people's programs put in place of what they typed. */
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
 * Text in the characters of UNOC, which are those of ISO 8859-1 without control characters. Letters that are not among
 * them lose their marks, and what remains is a full stop: a partner must be able to read every byte.
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

/** A value cut to the length its element has, which counts characters before they are released. */
export function upTo(length: number, text: string): string {
  return Array.from(latin(text)).slice(0, length).join('')
}

/** What is around the messages. */
export interface Envelope {
  sender: string
  recipient: string
  /** Kinds of those ids (UNB 0007), where the partner wants them. */
  sender_qualifier?: string | null
  recipient_qualifier?: string | null
  /** Interchange control reference, at most 14 characters. */
  reference: string
  /** When it was made. */
  at: Date
}

/** One message: its type as it is in UNH, and its segments without UNH and UNT. */
export interface EdifactMessage {
  type: readonly string[]
  segments: readonly Segment[]
}

/** The interchange with one message as bytes: UNA, UNB, UNH … UNT, UNZ, a segment a line. */
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

/** An instant in format 205, which says that it is UTC: CCYYMMDDHHMM+0000. */
export function instant(qualifier: string, text: string): Segment {
  const digits = text.slice(0, 16).replace(/\D/g, '')
  return ['DTM', [qualifier, `${digits}+0000`, '205']]
}
