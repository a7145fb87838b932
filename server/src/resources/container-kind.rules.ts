/** Kind of a container from its type: length and refrigeration. */
export interface ContainerKind {
  /** Length in feet; null when unknown. */
  feet: number | null
  /** Whether it is thermal. Also false when unknown: see `feet`. */
  is_reefer: boolean
}

/** Container type of an order, as people write it. */
export interface ContainerTypeNames {
  container_iso_code?: string | null | undefined
  code?: string | null | undefined
  name?: string | null | undefined
}

/** ISO codes of the tenant's container types, by their code and name, in any case. */
export type ContainerTypeCodes = Readonly<Record<string, string | null>>

const nothing: ContainerKind = { feet: null, is_reefer: false }

/**
 * FIT-1: kind of a container. Each text is looked up in the settings of the tenant, then among trade names (40HC, 45HC,
 * 20DV, 40RF), then read as a code of ISO 6346. The first text with a length counts, the most exact first.
 */
export function containerKind(type: ContainerTypeNames | null | undefined, types: ContainerTypeCodes): ContainerKind {
  const texts = [type?.container_iso_code, type?.code, type?.name].flatMap((text) => text?.trim() || [])
  const kinds = texts.map((text) => kindOf(codeOf(text, types) || text))
  const known = kinds.find(({ feet }) => feet !== null)
  return known ?? { ...nothing, is_reefer: kinds.some(({ is_reefer }) => is_reefer) }
}

function codeOf(text: string, types: ContainerTypeCodes): string | null | undefined {
  if (types[text] !== undefined) return types[text]
  const key = Object.keys(types).findLast((name) => name.toLowerCase() === text.toLowerCase())
  return key === undefined ? undefined : types[key]
}

/** Length and refrigeration from one text: a trade name, else an ISO 6346 code, else words that begin with the feet. */
export function kindOf(text: string | null | undefined): ContainerKind {
  const plain = text?.toUpperCase().replaceAll(/[^A-Z0-9]/g, '') ?? ''
  return tradeKind(plain) ?? isoKind(plain) ?? explainedIn(text ?? '')
}

const dry =
  'DV|DC|DRY|VAN|ST|SD|STD|GP|DR|HC|HQ|HCDV|HCDC|DVHC|DCHC|HCPW|PWHC|PW|PWD|OT|OTHC|HCOT|HT|FR|FL|FLAT|FRHC|TK|TC|TANK|BK|NOR'
const thermal = 'RF|RH|RQ|RC|REF|REEF|REEFER|RHC|RFHC|HCRF|HCRH|HRF|HCR|HCREEFER|REEFERHC'
const trade = new RegExp(`^(?:FEET|FT)?(10|20|30|40|45|48|53)(?:FT|FEET|FOOT)?(?:(${dry})|(${thermal}))$`)
const tradeTurned = new RegExp(`^(?:(${dry})|(${thermal}))(10|20|30|40|45|48|53)(?:FT|FEET|FOOT)?$`)

/**
 * Trade names begin with the feet: 45HC is 45 feet long. Their third letter does not indicate refrigeration. Of the
 * groups of ISO 6346 only GP is among them, but 45GP is a code: 40 feet, high.
 */
function tradeKind(plain: string): ContainerKind | undefined {
  if (plain === '45GP') return undefined
  const [, feet, , cools] = trade.exec(plain) ?? []
  if (feet) return { feet: Number(feet), is_reefer: cools !== undefined }
  const [, , cold, length] = tradeTurned.exec(plain) ?? []
  return length ? { feet: Number(length), is_reefer: cold !== undefined } : undefined
}

/** Lengths of ISO 6346 by their first character; letters of swap bodies map to the next standard size. */
const lengths: Readonly<Record<string, number>> = {
  ...{ 1: 10, 2: 20, 3: 30, 4: 40 },
  ...{ A: 23, B: 24, C: 24, D: 24, E: 26, G: 41, H: 43, L: 45, M: 48, N: 49, P: 53 },
}
// A type group such as GP, or its letter with a number.
const iso =
  /^([1-4A-EGHLMNP])[0-9C-FL-P](GP|VH|BU|BK|SN|RE|RT|RS|HR|HI|UT|PL|PF|PC|PS|TN|TD|TG|KL|NH|NN|AS|[ABGHKNPRSTUV][0-9])$/

/** R and H are the thermal types of ISO 6346. */
function isoKind(plain: string): ContainerKind | undefined {
  const [, length, type] = iso.exec(plain) ?? []
  return length && type ? { feet: lengths[length]!, is_reefer: /^[RH]/.test(type) } : undefined
}

const cooled = /reefer|refrig|frigo|koel|kühl|réfrig|thermo|isotherm/i

function explainedIn(text: string): ContainerKind {
  const feet = /^\s*(?:FEET_)?(10|20|23|24|25|26|30|35|40|41|43|45|48|49|53)(?!\d)/i.exec(text)
  return { feet: feet ? Number(feet[1]) : null, is_reefer: cooled.test(text) }
}

/** TEU of a container: one up to 20 feet, else two. */
export function teuOf(feet: number): number {
  return feet <= 20 ? 1 : 2
}

/** Outer length in metres by the length in feet (ISO 668, EN 284). */
const metres: Readonly<Record<number, number>> = {
  ...{ 10: 2.99, 20: 6.06, 23: 7.15, 24: 7.43, 25: 7.72, 26: 7.82, 30: 9.13, 35: 10.67 },
  ...{ 40: 12.19, 41: 12.5, 43: 13.11, 45: 13.72, 48: 14.63, 49: 14.94, 53: 16.15 },
}

/** Outer length in metres of a container of this many feet. */
export function containerMetres(feet: number): number {
  return metres[feet] ?? feet * 0.3048
}
