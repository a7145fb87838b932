import { lettersApart } from '@cartage/contract/orders/unknown-members'
import { foldText, isSameName } from '@cartage/contract/reading/fold'

/** Reference data that the tenant has configured. */
export interface Configured {
  code?: string | null
  name?: string | null
}

/** A reference by code or by name. */
export interface EntryReference {
  code?: string | undefined
  name?: string | undefined
}

/** The match in `known`: by code, then by name, ignoring case. The code wins. */
export function matchConfigured<Known extends Configured>(
  known: readonly Known[],
  given: EntryReference,
): Known | undefined {
  const byCode = given.code ? known.find(({ code }) => isSame(code, given.code)) : undefined
  if (byCode) return byCode
  return given.name ? known.find(({ name }) => isSame(name, given.name)) : undefined
}

/**
 * The two records of a contradictory reference, whose code matches one and whose name another; undefined without a
 * contradiction. A name without a match is a label and no contradiction.
 */
export function contradicting<Known extends Configured>(
  known: readonly Known[],
  { code, name }: EntryReference,
): { meant: Known; other: Known } | undefined {
  if (!code || !name) return undefined
  const meant = known.find((one) => isSame(one.code, code))
  if (!meant || isSame(meant.name, name)) return undefined
  const other = known.find((one) => isSame(one.name, name))
  return other && other !== meant ? { meant, other } : undefined
}

function isSame(one: string | null | undefined, other: string | undefined): boolean {
  return one != null && other !== undefined && isSameName(one, other)
}

/** A reference as the caller wrote it, for messages. */
export function spell(given: EntryReference): string {
  const code = `code "${quoted(given.code)}"`
  const name = `name "${quoted(given.name)}"`
  if (given.code && given.name) return `${code} or ${name}`
  return given.code ? code : name
}

/** Truncates long texts for messages. */
function quoted(text = ''): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}

/** A sentence with up to three known values nearest to an unmatched one, so that typing errors are easy to see. */
export function nearestSentence(known: readonly Configured[], given: EntryReference): string {
  const nearest = nearestKnown(known, given)
  if (nearest.length === 0) return 'None is configured in this tenant.'
  return `The nearest known: ${nearest.map(spellKnown).join(', ')}.`
}

function spellKnown({ code, name }: Configured): string {
  return code && name && code !== name ? `${code} (${name})` : (code ?? name ?? '')
}

/** Highest share of differing letters at which a text is a likely typing error. */
const mostTypingErrors = 0.35

/** Likely names for each of several names. */
export function likelyNamesOfEach(known: readonly Configured[], names: readonly string[]): string[][] {
  return names.map((name) => likelyNames(known, name))
}

/** Up to three known names that a name is a likely typing error of, nearest first. */
export function likelyNames(known: readonly Configured[], name: string): string[] {
  const text = foldText(name).slice(0, 100)
  return nearestKnown(known, { name }).flatMap((one) =>
    one.name && distance(text, one.name) <= mostTypingErrors ? [one.name] : [],
  )
}

function nearestKnown(known: readonly Configured[], { code, name }: EntryReference): Configured[] {
  const text = foldText(code ?? name ?? '').slice(0, 100)
  const scored = known.map((one) => ({ one, score: Math.min(distance(text, one.code), distance(text, one.name)) }))
  return scored
    .sort((left, right) => left.score - right.score)
    .slice(0, 3)
    .map(({ one }) => one)
}

/** Share of differing letters of the longer text: 0 is equal or a synonym, 1 has nothing in common. */
function distance(one: string, known: string | null | undefined): number {
  if (!known) return 1
  const other = foldText(known).slice(0, 100)
  if (areSynonyms(one, other)) return 0
  return lettersApart(one, other) / Math.max(one.length, other.length, 1)
}

/** Synonyms that partners use for packaging: trade terms, pallet pools, and codes of UN/ECE recommendation 21. */
const synonyms: readonly (readonly string[])[] = [
  ['euro', 'eur', 'eur1', 'europ', 'europal', 'europallet', 'europalette', 'epal', 'ep', 'pe', 'eu', 'euronorm'],
  ['block', 'blockpallet', 'industrial', 'industrialpallet', 'industriepalette', 'ind', 'fullpallet', 'uk'],
  ['half', 'halfpallet', 'dusseldorf', 'duesseldorf', 'düsseldorf', 'dd', 'eur6'],
  ['pallet', 'palette', 'pal', 'plt', 'px', 'pll'],
  ['chep', 'cheppallet', 'bluepallet'],
  ['carton', 'karton', 'box', 'doos', 'ct', 'bx', 'ctn', 'colli', 'colis', 'package', 'pk', 'pkg', 'parcel'],
  ['crate', 'kist', 'kiste', 'cr', 'case', 'cs'],
  ['drum', 'vat', 'fass', 'dr', 'barrel'],
  ['ibc', 'wa', 'container1000', 'bulkcontainer'],
  ['bigbag', 'bag', 'bg', 'sack', 'sa', 'fibc'],
  ['roll', 'rol', 'rolle', 'ro', 'rollcage', 'rollcontainer', 'rc'],
]

function areSynonyms(one: string, other: string): boolean {
  const [left, right] = [bareWord(one), bareWord(other)]
  return left === right || synonyms.some((words) => words.includes(left) && words.includes(right))
}

function bareWord(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '')
}
