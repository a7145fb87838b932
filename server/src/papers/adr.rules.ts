import type { Language } from '@cartage/contract/reading/languages'
import type { PaperGood } from './facts.rules.ts'
import { type PaperLabels, paperLabels } from './labels.ts'
import { numberText } from './numbers.rules.ts'

type Item = NonNullable<PaperGood['packaged_items']>[number]
type Adr = NonNullable<Item['adr']>

/** Languages accepted in every country for the transport document of dangerous goods (ADR 5.4.1.4.1). */
const everywhere: readonly Language[] = ['en', 'fr', 'de']

/**
 * Dangerous goods in a good, as ADR 5.4.1.1.1 requires for a transport document: UN number, proper shipping name with
 * the technical name, labels, packing group and tunnel restriction code in this sequence, then packages and quantity
 * (PAPER-5). In a language that not every authority reads the entry is repeated in the second one. Limited quantities
 * are declared as such (ADR 3.4.12), without an entry for each.
 */
export function dangerLines(good: PaperGood, language: Language, second: Language): string[] {
  const items = (good.packaged_items ?? []).filter((item) => item.adr)
  const labels = paperLabels(language)
  if (good.adr_type === 'LIMITED_QUANTITY') {
    const numbers = [...new Set(items.flatMap(({ adr }) => unNumber(adr!) ?? []))].join(', ')
    return [numbers === '' ? labels.limitedQuantities : `${labels.limitedQuantities}: ${numbers}`]
  }
  const phones = [...new Set(items.flatMap(({ adr }) => adr!.emergency_phone_number?.trim() || []))]
  return [
    ...items.flatMap((item) => entries(item, language, second)),
    ...phones.map((phone) => `${labels.emergency}: ${phone}`),
  ]
}

function entries(item: Item, language: Language, second: Language): string[] {
  const amount = amountOf(item, language)
  const line = [entryOf(item.adr!, language), amount].filter(Boolean).join(' · ')
  const again = entryOf(item.adr!, second)
  return everywhere.includes(language) || again === entryOf(item.adr!, language) ? [line] : [line, again]
}

/** `UN 1098 ALLYL ALCOHOL, 6.1 (3), PG I, (C/D)`; unknown parts are left out. */
export function entryOf(adr: Adr, language: Language): string {
  const technical = textIn(adr.technical_name_by_locale, language)
  const name = textIn(adr.adr_name_by_locale, language) ?? adr.name?.trim()
  const head = [unNumber(adr), name, technical && `(${technical})`].filter(Boolean).join(' ')
  const mark = isMarked(adr) ? paperLabels(language).environment : ''
  return [head, hazards(adr), packingGroup(adr), tunnelCode(adr), mark].filter(Boolean).join(', ')
}

/** Whether an entry has the parts required on every transport: UN number, name and class. */
export function isComplete(adr: Adr): boolean {
  const name = textIn(adr.adr_name_by_locale, 'en') ?? adr.name?.trim()
  return unNumber(adr) !== undefined && Boolean(name) && hazards(adr) !== ''
}

/** Labels of substances that are hazardous to the environment. */
const environmental = /^(ENV|EHS|EHSM|MP)$/i
/** Substances whose entry already names the hazard. */
const namedAsHazardous = ['UN 3077', 'UN 3082']

/** ADR 5.4.1.1.18: the entry ends with the mark, unless its name includes it. */
function isMarked(adr: Adr): boolean {
  return labelsOf(adr).some((label) => environmental.test(label)) && !namedAsHazardous.includes(unNumber(adr) ?? '')
}

function labelsOf({ labels }: Adr): string[] {
  return (labels ?? '').split(/[+,\s]+/).filter((label) => label !== '')
}

function unNumber({ un_number }: Adr): string | undefined {
  const [digits] = /\d{4}$/.exec(un_number?.trim() ?? '') ?? []
  return digits && `UN ${digits}`
}

/** Class 1: the classification code. Others: their labels, with the subsidiary ones in brackets. */
function hazards(adr: Adr): string {
  const { adr_class, division, classification_code } = adr
  const known = division?.trim() || adr_class?.trim() || ''
  const main = known.startsWith('1') && classification_code ? classification_code.trim() : known
  const others = labelsOf(adr).filter(
    (label) => label !== main && label !== adr_class?.trim() && !environmental.test(label),
  )
  return others.length === 0 ? main : `${main} (${others.join(', ')})`.trim()
}

/** Explosives, gases and radioactive material have none. Contains a non-breaking space. */
function packingGroup({ packing_group, adr_class }: Adr): string {
  const [group] = /I{1,3}$/.exec(packing_group?.trim().toUpperCase() ?? '') ?? []
  return group === undefined || /^[127]/.test(adr_class?.trim() ?? '') ? '' : `PG\u00a0${group}`
}

function tunnelCode({ tunnel_code }: Adr): string {
  const [code] = /[B-E][B-E0-9/]*/.exec(tunnel_code?.trim().toUpperCase() ?? '') ?? []
  return code === undefined ? '' : `(${code})`
}

/** ADR 5.4.1.1.1 e and f: number and description of the packages, and the quantity. */
function amountOf(item: Item, language: Language): string {
  const labels: PaperLabels = paperLabels(language)
  const packing = item.adr?.packaging_type
  const text = (value: number) => numberText(value, language)
  const packages =
    item.quantity != null && `${text(item.quantity)} × ${packing ? labels.adrPackaging[packing] : labels.pieces}`
  return [
    packages,
    item.total_weight_kg != null && `${text(item.total_weight_kg)} kg ${labels.gross}`,
    item.total_net_weight_kg != null && `${text(item.total_net_weight_kg)} kg ${labels.net}`,
    item.total_volume_l != null && `${text(item.total_volume_l)} l`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** A text by locale in a language: `nl` and `nl-BE` match Dutch; defaults to English. */
function textIn(texts: Adr['technical_name_by_locale'], language: Language): string | undefined {
  const found = Object.entries(texts ?? {}).filter(([, text]) => text.trim() !== '')
  const of = (wanted: string) => found.find(([locale]) => locale.slice(0, 2).toLowerCase() === wanted)?.[1].trim()
  return of(language) ?? of('en')
}
