import type { Language } from '@cartage/contract/reading/languages'
import { weightOf } from '../orders/goods-weight.rules.ts'
import { dangerLines } from './adr.rules.ts'
import type { PaperConsignment, PaperGood, PaperOrder } from './facts.rules.ts'
import { paperLabels } from './labels.ts'
import { numberText, sumText } from './numbers.rules.ts'

/** A good as papers print it. Numbers are formatted in the language of the paper; unknown values are empty. */
export interface GoodsLine {
  marks: string
  packages: string
  packing: string
  nature: string
  /** Lines below the nature: dangerous goods, temperature. */
  below: string[]
  statistical: string
  weight: string
  volume: string
  loadingMetres: string
}

export type GoodsTotals = Pick<GoodsLine, 'packages' | 'weight' | 'volume' | 'loadingMetres'>

/** Most barcodes of handling units among the marks of a good: a form has no room for those of a full truck. */
const mostBarcodes = 4

/** Languages of a paper: its own, and the second one for what every authority has to read. */
export interface PaperLanguages {
  language: Language
  second: Language
}

/** Goods of a consignment, preceded by their container. */
export function goodsLines(
  { order }: PaperOrder,
  { goods }: PaperConsignment,
  { language, second }: PaperLanguages,
): GoodsLine[] {
  const lines = (goods ?? []).flatMap((good) => inPieces(goodsLine(good, language, second)))
  const container = containerLine(order, language)
  return container ? [container, ...lines] : lines
}

/** Most lines below a line of goods: a row of a table must fit on a page. */
const mostBelow = 10

/** Splits a line with more text below it than a row can hold; further lines hold only that text. */
function inPieces(line: GoodsLine): GoodsLine[] {
  const rest: GoodsLine[] = []
  for (let at = mostBelow; at < line.below.length; at += mostBelow)
    rest.push({ ...emptyLine, below: line.below.slice(at, at + mostBelow) })
  return [{ ...line, below: line.below.slice(0, mostBelow) }, ...rest]
}

/** A line with only a text. */
export function textLine(nature: string): GoodsLine {
  return { ...emptyLine, nature }
}

const emptyLine: GoodsLine = {
  ...{ marks: '', packages: '', packing: '', nature: '', below: [], statistical: '' },
  ...{ weight: '', volume: '', loadingMetres: '' },
}

function goodsLine(good: PaperGood, language: Language, second: Language): GoodsLine {
  const text = (value: number | null | undefined) => (value == null ? '' : numberText(value, language))
  return {
    marks: marksOf(good),
    packages: text(good.quantity),
    packing: packingOf(good),
    nature: natureOf(good),
    below: [...dangerLines(good, language, second), ...temperatureLines(good, language)],
    statistical: customsCodes(good).join(', '),
    weight: text(weightOf(good)),
    volume: text(good.total_volume_m3),
    loadingMetres: text(good.total_loading_meters),
  }
}

/** Totals of the packages of goods. */
export function goodsTotals(goods: readonly PaperGood[], language: Language): GoodsTotals {
  return {
    packages: sumText(
      goods.map(({ quantity }) => quantity),
      language,
    ),
    weight: sumText(goods.map(weightOf), language),
    volume: sumText(
      goods.map((good) => good.total_volume_m3),
      language,
    ),
    loadingMetres: sumText(
      goods.map((good) => good.total_loading_meters),
      language,
    ),
  }
}

/** Nature of a good: its description, else its product, else its packaged items. */
export function natureOf({ description, product, packaged_items }: PaperGood): string {
  const inside = (packaged_items ?? []).flatMap((item) => item.description?.trim() || [])
  return description?.trim() || product?.name?.trim() || [...new Set(inside)].join(', ')
}

/** Packaging of a good. */
export function packingOf({ packaging_type: type }: PaperGood): string {
  return type?.export_alias?.trim() || type?.name?.trim() || type?.code?.trim() || ''
}

function marksOf({ packaged_items, handling_units }: PaperGood): string {
  const marks = (packaged_items ?? []).flatMap((item) => item.import_export?.shipping_marks ?? [])
  const codes = (handling_units ?? []).flatMap((unit) => unit.barcode?.value?.trim() || [])
  const shown = codes.length > mostBarcodes ? [codes[0]!, '…', codes.at(-1)!] : codes
  return [...new Set(marks), ...shown].join('\n')
}

function customsCodes({ packaged_items }: PaperGood): string[] {
  const codes = (packaged_items ?? []).map(({ import_export: customs }) => {
    return customs?.hs_code_export?.code?.trim() || customs?.hs_code_import?.code?.trim()
  })
  return [...new Set(codes.filter((code) => code !== undefined && code !== ''))] as string[]
}

/** `Temperature 2 °C to 8 °C`, or the single temperature that was ordered. */
export function temperatureLines(good: PaperGood, language: Language): string[] {
  const { temperature, to } = paperLabels(language)
  const degrees = (value: number) => `${numberText(value, language)} °C`
  const ordered = good.ordered_transport_temperature_degrees
  const [least, most] = [good.absolute_min_temperature_degrees, good.absolute_max_temperature_degrees]
  const range = least != null && most != null ? `${degrees(least)} ${to} ${degrees(most)}` : undefined
  const limit = least != null ? `≥ ${degrees(least)}` : most != null ? `≤ ${degrees(most)}` : undefined
  const allowed = range ?? limit
  const parts = [ordered != null && degrees(ordered), allowed && (ordered != null ? `(${allowed})` : allowed)]
  const amount = parts.filter(Boolean).join(' ')
  return amount === '' ? [] : [`${temperature} ${amount}`]
}

/** The container of an order, as a separate line: type and number, seal, tare (PAPER-6). */
function containerLine({ container }: PaperOrder['order'], language: Language): GoodsLine | undefined {
  if (!container?.container_number && !container?.seal_number) return undefined
  const labels = paperLabels(language)
  const type = container.container_type?.container_iso_code || container.container_type?.code || ''
  const what = [labels.container, type].filter(Boolean).join(' ')
  const tare = container.tare_weight == null ? '' : `Tare ${numberText(container.tare_weight, language)} kg`
  const seal = container.seal_number ? `${labels.seal} ${container.seal_number}` : ''
  return {
    ...emptyLine,
    marks: [container.container_number, seal].filter(Boolean).join('\n'),
    nature: [what, tare].filter(Boolean).join('\n'),
  }
}
