import { XMLParser } from 'fast-xml-parser'

/** What the parser gives: elements by their name without prefix, each a list, with attributes and text of their own. */
interface Parsed {
  readonly [member: string]: string | readonly Parsed[]
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  alwaysCreateTextNode: true,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: true,
  htmlEntities: true,
  isArray: (_name, _path, _isLeaf, isAttribute) => !isAttribute,
})

/** One element of a document that was read. */
export class ReadElement {
  readonly name: string
  private readonly parsed: Parsed

  constructor(name: string, parsed: Parsed) {
    this.name = name
    this.parsed = parsed
  }

  /** Elements at a path of names, `Party.PostalAddress`. */
  all(path: string): ReadElement[] {
    return path.split('.').reduce<ReadElement[]>((found, name) => found.flatMap((one) => one.children(name)), [this])
  }

  /** The first element at a path. */
  first(path: string): ReadElement | undefined {
    return this.all(path)[0]
  }

  /** The text of the first element at a path; null when it is missing or empty. */
  text(path: string): string | null {
    return this.first(path)?.value() ?? null
  }

  /** The text of the element itself. */
  value(): string | null {
    const text = this.parsed['#text']
    return typeof text === 'string' && text !== '' ? text : null
  }

  attribute(name: string): string | null {
    const value = this.parsed[`@${name}`]
    return typeof value === 'string' && value !== '' ? value : null
  }

  private children(name: string): ReadElement[] {
    const found = this.parsed[name]
    return typeof found === 'object' ? found.map((one) => new ReadElement(name, one)) : []
  }
}

/** A text is not an XML document that can be read. */
export class UnreadableXml extends Error {}

/**
 * Reads an XML document. Document types are refused, so entities that expand or fetch cannot come in; names lose their
 * prefix, since every sender has prefixes of his own.
 * @throws UnreadableXml with a sentence
 */
export function readXml(text: string): ReadElement {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new UnreadableXml('The XML has a document type, which is not allowed.')
  checkSize(text)
  const parsed = parse(text)
  const roots = Object.entries(parsed).filter(([name, value]) => !/^[?#@]/.test(name) && typeof value === 'object')
  const [root] = roots
  if (roots.length !== 1 || !root) throw new UnreadableXml('The XML does not have exactly one root element.')
  return new ReadElement(root[0], (root[1] as readonly Parsed[])[0]!)
}

/** Elements of a document, and how deep they may lie in each other: an invoice of 2,000 lines has some 60,000. */
const mostElements = 400_000
const deepest = 64

/** Refuses what would take the memory or the stack of the process, before it is parsed. */
function checkSize(text: string): void {
  let depth = 0
  let count = 0
  for (const [tag] of text.matchAll(/<[^?!][^>]{0,8192}>?/g)) {
    count += 1
    if (tag.startsWith('</')) depth -= 1
    else if (!tag.endsWith('/>')) depth += 1
    if (depth > deepest) throw new UnreadableXml(`The XML is nested deeper than ${deepest} levels.`)
    if (count > mostElements) throw new UnreadableXml(`The XML has more than ${mostElements / 2} elements.`)
  }
}

function parse(text: string): Parsed {
  try {
    return parser.parse(text, true) as Parsed
  } catch (error) {
    throw new UnreadableXml(`The XML cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}
