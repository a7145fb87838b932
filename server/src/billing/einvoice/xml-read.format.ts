import { XMLParser } from 'fast-xml-parser'
import { dayIn, decimalIn, truthIn } from './lexical.rules.ts'
import type { OtherText, Unreadable } from './received.rules.ts'

/** Output of the parser: elements by local name, each a list, with their attributes and text. */
interface Parsed {
  readonly [member: string]: string | readonly Parsed[]
}

const options: ConstructorParameters<typeof XMLParser>[0] = {
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  alwaysCreateTextNode: true,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: true,
  htmlEntities: true,
  isArray: (_name, _path, _isLeaf, isAttribute) => !isAttribute,
}
const parser = new XMLParser(options)

/** Element names of ZUGFeRD 1 (2014) that later versions renamed. */
const laterNames: Readonly<Record<string, string>> = {
  CrossIndustryDocument: 'CrossIndustryInvoice',
  SpecifiedExchangedDocumentContext: 'ExchangedDocumentContext',
  HeaderExchangedDocument: 'ExchangedDocument',
  SpecifiedSupplyChainTradeTransaction: 'SupplyChainTradeTransaction',
  ApplicableSupplyChainTradeAgreement: 'ApplicableHeaderTradeAgreement',
  ApplicableSupplyChainTradeDelivery: 'ApplicableHeaderTradeDelivery',
  ApplicableSupplyChainTradeSettlement: 'ApplicableHeaderTradeSettlement',
  SpecifiedSupplyChainTradeAgreement: 'SpecifiedLineTradeAgreement',
  SpecifiedSupplyChainTradeDelivery: 'SpecifiedLineTradeDelivery',
  SpecifiedSupplyChainTradeSettlement: 'SpecifiedLineTradeSettlement',
  ApplicablePercent: 'RateApplicablePercent',
}
const firstZugferdParser = new XMLParser({ ...options, transformTagName: (name) => laterNames[name] ?? name })

/** State collected while a document is read. */
class Reading {
  /** Elements whose text was read. */
  readonly used = new WeakSet<Parsed>()
  readonly unreadable: Unreadable[] = []
}

/** One element of a parsed document. */
export class ReadElement {
  readonly name: string
  private readonly parsed: Parsed
  private readonly reading: Reading
  private readonly path: string

  constructor(name: string, parsed: Parsed, reading = new Reading(), path = '') {
    this.name = name
    this.parsed = parsed
    this.reading = reading
    this.path = path
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

  /** Texts of all elements at a path, one per line; null if there are none. */
  texts(path: string): string | null {
    const texts = this.all(path).flatMap((one) => one.value() ?? [])
    return texts.length === 0 ? null : texts.join('\n')
  }

  /** Text of the element itself. */
  value(): string | null {
    this.reading.used.add(this.parsed)
    const text = this.parsed['#text']
    return typeof text === 'string' && text !== '' ? text : null
  }

  /** The decimal in the element. An unreadable one is recorded and returned unchanged. */
  number(): string | null {
    return this.read('NUMBER', decimalIn)
  }

  /** The decimal of the first element at a path. */
  decimal(path: string): string | null {
    return this.first(path)?.number() ?? null
  }

  /** The first day at a path, `YYYY-MM-DD`. An unreadable one is recorded. */
  day(path: string): string | null {
    return this.first(path)?.read('DAY', dayIn) ?? null
  }

  /** Whether the first element at a path is true. Undefined if it is neither true nor false, which is recorded. */
  truth(path: string): boolean | undefined {
    const text = this.first(path)?.read('TRUTH', (given) => truthIn(given)?.toString()) ?? null
    return text === 'true' || (text === 'false' ? false : undefined)
  }

  attribute(name: string): string | null {
    const value = this.parsed[`@${name}`]
    return typeof value === 'string' && value !== '' ? value : null
  }

  /** Everything in the document that could not be read. */
  unreadable(): readonly Unreadable[] {
    return this.reading.unreadable
  }

  /** EINV-6: texts below this element that were never read. */
  unused(most: number): OtherText[] {
    const found: OtherText[] = []
    collect(this.parsed, { path: '', used: this.reading.used, most, found })
    return found
  }

  private read(wanted: Unreadable['wanted'], form: (text: string) => string | undefined): string | null {
    const text = this.value()
    if (text === null) return null
    const read = form(text)
    if (read === undefined) this.reading.unreadable.push({ path: this.path, text: text.slice(0, 100), wanted })
    return read ?? text
  }

  private children(name: string): ReadElement[] {
    const found = this.parsed[name]
    if (typeof found !== 'object') return []
    return found.map((one, at) => {
      return new ReadElement(name, one, this.reading, joinPath(this.path, placed(name, at, found.length)))
    })
  }
}

function joinPath(path: string, name: string): string {
  return path === '' ? name : `${path} / ${name}`
}

function placed(name: string, at: number, of: number): string {
  return of > 1 ? `${name} ${at + 1}` : name
}

interface Collecting {
  readonly path: string
  readonly used: WeakSet<Parsed>
  readonly most: number
  readonly found: OtherText[]
}

function collect(parsed: Parsed, { path, used, most, found }: Collecting): void {
  const text = parsed['#text']
  if (typeof text === 'string' && text !== '' && !used.has(parsed)) found.push({ path, text: text.slice(0, 1_000) })
  for (const [name, members] of Object.entries(parsed)) {
    if (typeof members !== 'object') continue
    for (const [at, one] of members.entries()) {
      if (found.length >= most) return
      collect(one, { path: joinPath(path, placed(name, at, members.length)), used, most, found })
    }
  }
}

/** A text that is not a readable XML document. */
export class UnreadableXml extends Error {}

/**
 * Reads an XML document. Document types are refused, so that no entity can expand or fetch. Names lose their prefix,
 * since each sender chooses its own.
 * @throws UnreadableXml with a sentence
 */
export function readXml(text: string): ReadElement {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new UnreadableXml('The XML has a document type, which is not allowed.')
  if (text.includes('\u0000')) throw new UnreadableXml('The XML has a character that XML cannot hold.')
  checkSize(text)
  const parsed = parse(text)
  const roots = Object.entries(parsed).filter(([name, value]) => !/^[?#@]/.test(name) && typeof value === 'object')
  const [root] = roots
  if (roots.length !== 1 || !root) throw new UnreadableXml('The XML does not have exactly one root element.')
  return new ReadElement(root[0], (root[1] as readonly Parsed[])[0]!)
}

/** Limits for elements and nesting depth. An invoice of 2,000 lines has about 60,000 elements. */
const mostElements = 400_000
const deepest = 64

/** Before parsing, refuses input that would exhaust the memory or stack of the process. */
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
    const used = /<(?:[\w.-]+:)?CrossIndustryDocument\b/.test(text) ? firstZugferdParser : parser
    return used.parse(text, true) as Parsed
  } catch (error) {
    throw new UnreadableXml(`The XML cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}
