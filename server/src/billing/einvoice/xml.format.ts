/** An XML element with text or child elements. */
export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly content: string | readonly XmlElement[]
}

/** An optional element. Undefined is omitted. */
export type MaybeElement = XmlElement | undefined

/** An element with text; undefined if the text is empty, since e-invoices must not contain empty elements. */
export function leaf(
  name: string,
  text: string | null | undefined,
  attributes: Readonly<Record<string, string | null>> = {},
): MaybeElement {
  const content = clean(text ?? '')
  if (content === '') return undefined
  const given = Object.entries(attributes).filter((entry): entry is [string, string] => entry[1] !== null)
  return { name, attributes: Object.fromEntries(given), content }
}

/** An element with children in this order; undefined if all of them are omitted. */
export function branch(name: string, ...children: readonly (MaybeElement | readonly MaybeElement[])[]): MaybeElement {
  const content = children.flat().filter((child) => child !== undefined)
  return content.length === 0 ? undefined : { name, attributes: {}, content }
}

/** A whole document, indented for people to read and compare. */
export function documentText(root: XmlElement, namespaces: Readonly<Record<string, string>>): string {
  const declared = Object.fromEntries(
    Object.entries(namespaces).map(([prefix, uri]) => [prefix === '' ? 'xmlns' : `xmlns:${prefix}`, uri]),
  )
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>']
  write({ ...root, attributes: { ...declared, ...root.attributes } }, '', lines)
  return `${lines.join('\n')}\n`
}

function write({ name, attributes, content }: XmlElement, indent: string, lines: string[]): void {
  const start = [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${escapeText(value)}"`)].join(' ')
  if (typeof content === 'string') {
    lines.push(`${indent}<${start}>${escapeText(content)}</${name}>`)
    return
  }
  lines.push(`${indent}<${start}>`)
  for (const child of content) write(child, `${indent}  `, lines)
  lines.push(`${indent}</${name}>`)
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\t': '&#9;',
}

function escapeText(text: string): string {
  return text.replace(/[&<>"\n\t]/g, (character) => escapes[character]!)
}

/** Removes characters that XML 1.0 forbids (control characters, lone surrogates), and surrounding blanks. */
function clean(text: string): string {
  return (
    text
      .replace(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly the characters XML 1.0 refuses
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ' ')
      .toWellFormed()
      .trim()
  )
}
