import type { ReadSegment } from './reader.ts'

/**
 * A data element: its number, whether it is mandatory, and its format in the notation of the directory (an..35, n..6,
 * a4).
 */
type Simple = readonly [element: string, status: 'M' | 'C', format: string]
/** A composite: its number, whether it is mandatory, and its components. */
type Composite = readonly [element: string, status: 'M' | 'C', components: readonly Simple[]]
type Element = Simple | Composite

const list = (status: 'M' | 'C', element: string, format: string): Simple => [element, status, format]
const must = (element: string, format: string) => list('M', element, format)
const may = (element: string, format: string) => list('C', element, format)
/** Code list and responsible agency. */
const lists = [may('1131', 'an..17'), may('3055', 'an..3')]

/**
 * Segments of directory D.01B, and of the envelope of ISO 9735 version 3 (syntax UNOC:3). Written from the directory
 * and not from our writer: what is missing here may not be sent.
 */
const directory: Readonly<Record<string, readonly Element[]>> = {
  UNB: [
    ['S001', 'M', [must('0001', 'a4'), must('0002', 'n1')]],
    ['S002', 'M', [must('0004', 'an..35'), may('0007', 'an..4'), may('0008', 'an..14')]],
    ['S003', 'M', [must('0010', 'an..35'), may('0007', 'an..4'), may('0014', 'an..14')]],
    ['S004', 'M', [must('0017', 'n6'), must('0019', 'n4')]],
    must('0020', 'an..14'),
    ['S005', 'C', [must('0022', 'an..14'), may('0025', 'an2')]],
    may('0026', 'an..14'),
    may('0029', 'a1'),
    may('0031', 'n1'),
    may('0032', 'an..35'),
    may('0035', 'n1'),
  ],
  UNH: [
    must('0062', 'an..14'),
    [
      'S009',
      'M',
      [
        must('0065', 'an..6'),
        must('0052', 'an..3'),
        must('0054', 'an..3'),
        must('0051', 'an..2'),
        may('0057', 'an..6'),
      ],
    ],
    may('0068', 'an..35'),
    ['S010', 'C', [must('0070', 'n..2'), may('0073', 'a1')]],
  ],
  UNT: [must('0074', 'n..6'), must('0062', 'an..14')],
  UNZ: [must('0036', 'n..6'), must('0020', 'an..14')],
  BGM: [
    ['C002', 'C', [may('1001', 'an..3'), ...lists, may('1000', 'an..35')]],
    ['C106', 'C', [may('1004', 'an..35'), may('1056', 'an..9'), may('1060', 'an..6')]],
    may('1225', 'an..3'),
    may('4343', 'an..3'),
  ],
  DTM: [['C507', 'M', [must('2005', 'an..3'), may('2380', 'an..35'), may('2379', 'an..3')]]],
  NAD: [must('3035', 'an..3'), ['C082', 'C', [must('3039', 'an..35'), ...lists]]],
  CNI: [
    may('1490', 'n..5'),
    [
      'C503',
      'C',
      [may('1004', 'an..35'), may('1373', 'an..3'), may('1366', 'an..70'), may('3453', 'an..3'), may('1056', 'an..9')],
    ],
    may('1312', 'n..4'),
  ],
  STS: [
    ['C601', 'C', [must('9015', 'an..3'), ...lists]],
    ['C555', 'C', [must('4405', 'an..3'), ...lists, may('4404', 'an..35')]],
    ...Array.from(
      { length: 5 },
      (): Composite => ['C556', 'C', [must('9013', 'an..3'), ...lists, may('9012', 'an..256')]],
    ),
  ],
  RFF: [
    [
      'C506',
      'M',
      [must('1153', 'an..3'), may('1154', 'an..70'), may('1156', 'an..6'), may('4000', 'an..35'), may('1060', 'an..6')],
    ],
  ],
  LOC: [
    must('3227', 'an..3'),
    ['C517', 'C', [may('3225', 'an..25'), ...lists, may('3224', 'an..256')]],
    ['C519', 'C', [may('3223', 'an..25'), ...lists, may('3222', 'an..70')]],
    ['C553', 'C', [may('3233', 'an..25'), ...lists, may('3232', 'an..70')]],
    may('5479', 'an..3'),
  ],
  TDT: [
    must('8051', 'an..3'),
    may('8028', 'an..17'),
    ['C220', 'C', [may('8067', 'an..3'), may('8066', 'an..17')]],
    ['C001', 'C', [may('8179', 'an..8'), ...lists, may('8178', 'an..17')]],
    ['C040', 'C', [may('3127', 'an..17'), ...lists, may('3126', 'an..35')]],
    may('8101', 'an..3'),
    ['C401', 'C', [must('8457', 'an..3'), must('8459', 'an..3'), may('7130', 'an..17')]],
    ['C222', 'C', [may('8213', 'an..9'), ...lists, may('8212', 'an..35'), may('8453', 'an..3')]],
    may('8281', 'an..3'),
  ],
  EQD: [
    must('8053', 'an..3'),
    ['C237', 'C', [may('8260', 'an..17'), ...lists, may('3207', 'an..3')]],
    ['C224', 'C', [may('8155', 'an..10'), ...lists, may('8154', 'an..35')]],
    may('8077', 'an..3'),
    may('8249', 'an..3'),
    may('8169', 'an..3'),
  ],
}

/** Missing mandatory and invalid elements of a segment; empty when it complies with the directory. */
export function directoryFaults(segments: readonly ReadSegment[]): string[] {
  return segments.flatMap(({ name, elements }) => {
    const known = directory[name]
    if (known === undefined) return [`${name} is not in the table`]
    const surplus = elements.length > known.length ? [`${name} has ${elements.length} elements`] : []
    return [...surplus, ...known.flatMap((element, index) => elementFaults(name, element, elements[index] ?? []))]
  })
}

function elementFaults(segment: string, [number, status, form]: Element, given: readonly string[]): string[] {
  const place = `${segment} ${number}`
  const isThere = given.some((part) => part !== '')
  if (!isThere) return status === 'M' ? [`${place} is mandatory`] : []
  if (typeof form === 'string') {
    return given.length > 1 ? [`${place} has components`] : formFaults(place, form, given[0]!)
  }
  const surplus = given.length > form.length ? [`${place} has ${given.length} components`] : []
  const parts = form.flatMap(([component, needed, format], index) => {
    const value = given[index] ?? ''
    if (value === '') return needed === 'M' ? [`${place} ${component} is mandatory`] : []
    return formFaults(`${place} ${component}`, format, value)
  })
  return [...surplus, ...parts]
}

function formFaults(place: string, format: string, value: string): string[] {
  const [, kind, upTo, length] = /^(an|a|n)(\.\.)?(\d+)$/.exec(format)!
  const most = Number(length)
  const count = Array.from(value).length
  const fits = upTo ? count <= most : count === most
  const characters = kind === 'n' ? /^[0-9]+$/ : kind === 'a' ? /^[A-Z ]+$/ : /^[\x20-\x7e\xa0-\xff]+$/
  return fits && characters.test(value) && value.trim() !== '' ? [] : [`${place} is "${value}" and not ${format}`]
}
