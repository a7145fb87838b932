import { msg, type Sentence } from '@cartage/contract/message'
import type { Block } from '@cartage/contract/rates/app/blocks'
import type { Condition } from '@cartage/contract/rates/app/conditions'
import { factOf } from '@cartage/contract/rates/app/facts'
import type { RateCardDoc, RateLine } from '@cartage/contract/rates/app/rate-card'
import type { NewRateDraft } from '@cartage/contract/rates/app/records'
import type { TariffTableDoc, ZoneSetDoc } from '@cartage/contract/rates/app/tariff-table'
import type { Tariff } from '../engine/tariff.rules.ts'
import { readCondition, readFormula } from '../formulas/formula.rules.ts'

/** An error or warning at a member of a draft. */
export interface Finding {
  readonly field: string
  readonly message: Sentence
}

/** Errors prevent publishing, warnings do not. */
export interface Findings {
  readonly faults: Finding[]
  readonly warnings: Finding[]
}

/** Checks a draft (PRICE-23): references must exist, formulas must be allowed, percentages must not be circular. */
export function checkDraft(
  draft: Pick<NewRateDraft, 'kind' | 'doc'>,
  currency: string | null,
  tariff: Tariff,
): Findings {
  const findings: Findings = { faults: [], warnings: [] }
  if (draft.kind === 'RATE_CARD') checkCard(draft.doc as RateCardDoc, currency ?? '', tariff, findings)
  if (draft.kind === 'TARIFF_TABLE') checkTable(draft.doc as TariffTableDoc, tariff, findings)
  if (draft.kind === 'ZONE_SET') checkZones(draft.doc as ZoneSetDoc, findings)
  return findings
}

function checkCard(doc: RateCardDoc, currency: string, tariff: Tariff, { faults, warnings }: Findings): void {
  const codes = new Set(tariff.cards.map(({ code }) => code))
  for (const [index, condition] of doc.when.entries()) checkCondition(condition, `when.${index}`, 'ORDER', faults)
  for (const [index, code] of doc.includes.entries()) {
    if (!codes.has(code)) faults.push({ field: `includes.${index}`, message: msg`There is no published card ${code}.` })
  }
  if (doc.lines.length === 0) faults.push({ field: 'lines', message: 'The card has no lines. Add at least one.' })
  const scopeOfGroup = new Map<string, string>()
  for (const [index, line] of doc.lines.entries()) {
    const field = `lines.${index}`
    if (!tariff.types.has(line.type))
      faults.push({ field: `${field}.type`, message: msg`There is no charge type ${line.type}.` })
    for (const [place, condition] of line.when.entries()) {
      checkCondition(condition, `${field}.when.${place}`, line.scope, faults)
    }
    checkBlock(line.block, `${field}.block`, currency, tariff, faults)
    const known = line.group === undefined ? line.scope : (scopeOfGroup.get(line.group) ?? line.scope)
    if (line.group !== undefined) scopeOfGroup.set(line.group, known)
    if (known !== line.scope) {
      faults.push({ field: `${field}.scope`, message: msg`Lines of group ${line.group} must have the same scope.` })
    }
  }
  checkPercentages(doc.lines, doc.includes.length > 0, faults, warnings)
  if (doc.assignments.length === 0) {
    warnings.push({
      field: 'assignments',
      message: 'The card is not assigned: it is used only where other cards include it.',
    })
  }
}

function checkCondition(condition: Condition, field: string, scope: RateLine['scope'], faults: Finding[]): void {
  if (condition.kind === 'FORMULA') {
    const read = readCondition(condition.formula)
    if ('message' in read) faults.push({ field: `${field}.formula`, message: read.message })
    return
  }
  if (factOf(condition.fact)?.level === 'STOP' && scope !== 'STOP') {
    faults.push({
      field: `${field}.fact`,
      message: msg`${condition.fact} is a fact of a stop: set the scope of the line to STOP.`,
    })
  }
}

function checkBlock(block: Block, field: string, currency: string, tariff: Tariff, faults: Finding[]): void {
  const formulas: [string, string][] = []
  if (block.kind === 'FORMULA') formulas.push([`${field}.formula`, block.formula])
  if ('quantity' in block && block.quantity?.kind === 'FORMULA') {
    formulas.push([`${field}.quantity.formula`, block.quantity.formula])
  }
  for (const [place, text] of formulas) {
    const read = readFormula(text)
    if ('message' in read) faults.push({ field: place, message: read.message })
    else if (read.gives !== 'decimal') faults.push({ field: place, message: 'The formula must give a number.' })
  }
  if (
    (block.kind === 'PERCENT' || block.kind === 'INDEX') &&
    block.rate.kind !== 'FIXED' &&
    !tariff.indexes.has(block.rate.index)
  ) {
    faults.push({ field: `${field}.rate.index`, message: msg`There is no index ${block.rate.index}.` })
  }
  if (block.kind === 'TABLE') checkTableBlock(block, field, currency, tariff, faults)
}

type TableBlock = Extract<Block, { kind: 'TABLE' }>

function checkTableBlock(block: TableBlock, field: string, currency: string, tariff: Tariff, faults: Finding[]): void {
  const versions = tariff.tables.get(block.table)
  if (!versions) {
    faults.push({ field: `${field}.table`, message: msg`There is no published tariff table ${block.table}.` })
    return
  }
  const foreign = versions.find(({ doc }) => doc.currency !== currency)
  if (foreign) {
    faults.push({
      field: `${field}.table`,
      message: msg`Tariff table ${block.table} is in ${foreign.doc.currency}, the card in ${currency}.`,
    })
  }
  if (block.per === 'FLAT' && block.breaks === 'INCREMENTAL') {
    faults.push({ field: `${field}.breaks`, message: 'Prices part by part need a price per unit.' })
  }
  for (const [index, row] of block.rows.entries()) {
    if (!/^(pickup|delivery)\.zone$/.test(row) && factOf(row)?.type !== 'text') {
      faults.push({ field: `${field}.rows.${index}`, message: msg`${row} is not a zone or a fact that is a text.` })
    }
  }
}

/** Circular percentages, and percentages of types that no line has. */
function checkPercentages(
  lines: readonly RateLine[],
  includesOthers: boolean,
  faults: Finding[],
  warnings: Finding[],
): void {
  const types = new Set(lines.map(({ type }) => type))
  const reaches = (from: RateLine, target: RateLine, seen: Set<RateLine>): boolean => {
    if (from.block.kind !== 'PERCENT' || seen.has(from)) return false
    seen.add(from)
    const { of } = from.block
    return lines.some(
      (line) => line !== from && of.includes(line.type) && (line === target || reaches(line, target, seen)),
    )
  }
  for (const [index, line] of lines.entries()) {
    if (line.block.kind !== 'PERCENT') continue
    const field = `lines.${index}.block.of`
    if (reaches(line, line, new Set()))
      faults.push({ field, message: msg`Line ${line.key} is a percentage of itself.` })
    const missing = line.block.of.find((type) => !types.has(type))
    if (missing && !includesOthers)
      warnings.push({ field, message: msg`No line of the card gives a charge of type ${missing}.` })
  }
}

function checkTable({ zone_set, rows }: TariffTableDoc, tariff: Tariff, { faults, warnings }: Findings): void {
  if (zone_set === undefined) return
  const zones = tariff.zones.get(zone_set)
  if (!zones) {
    faults.push({ field: 'zone_set', message: msg`There is no published zone set ${zone_set}.` })
    return
  }
  const known = new Set(zones.flatMap(({ doc }) => doc.entries.map(({ zone }) => zone)))
  const unknown = rows.findIndex(({ key }) => key.every((part) => part !== '*' && !known.has(part)))
  if (unknown >= 0)
    warnings.push({
      field: `rows.${unknown}.key`,
      message: msg`Zone set ${zone_set} has no zone ${rows[unknown]!.key.join(', ')}.`,
    })
}

/** Overlapping ranges of one length would make the zone ambiguous. */
function checkZones({ entries }: ZoneSetDoc, { faults }: Findings): void {
  const sorted = entries
    .map((entry, index) => ({ ...entry, index, group: `${entry.country} ${entry.from?.length ?? 0}` }))
    .sort((one, other) => compareTexts(one.group, other.group) || compareTexts(one.from ?? '', other.from ?? ''))
  for (const [place, entry] of sorted.entries()) {
    const before = sorted[place - 1]
    if (before?.group !== entry.group) continue
    const isApart = before.from !== undefined && entry.from !== undefined && (before.to ?? before.from) < entry.from
    if (isApart) continue
    const named = `${entry.country} ${entry.from ?? ''}`.trim()
    faults.push({
      field: `entries.${entry.index}`,
      message: msg`${named} is in two zones: ${before.zone} and ${entry.zone}.`,
    })
  }
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
