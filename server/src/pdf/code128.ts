/**
 * Widths in modules of the bars and spaces of each value of Code 128 (ISO/IEC 15417), a bar first. 103 to 105 are start
 * codes, 106 is the stop code.
 */
const patterns = (
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 ' +
  '123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 ' +
  '232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 ' +
  '313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 ' +
  '111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 ' +
  '111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 ' +
  '114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112'
).split(' ')

const start = { B: 104, C: 105 } as const
const change = { B: 100, C: 99 } as const
const stop = 106

/** Check value of a code, from its values including the start code. */
export function code128Check([first = 0, ...values]: readonly number[]): number {
  return values.reduce((sum, value, at) => sum + value * (at + 1), first) % 103
}

/**
 * Values of a text in Code 128 without check and stop: at least four consecutive digits as pairs (set C), other
 * characters one by one (set B).
 * @returns undefined for an empty text and for characters other than ASCII from space to tilde
 */
export function code128Values(text: string): number[] | undefined {
  if (!/^[ -~]+$/.test(text)) return undefined
  const values: number[] = []
  let set: 'B' | 'C' | undefined
  const use = (wanted: 'B' | 'C') => {
    if (set !== wanted) values.push(set === undefined ? start[wanted] : change[wanted])
    set = wanted
  }
  // An odd run of digits begins with a single one.
  for (const part of text.match(/\d{4,}|(?:(?!\d{4}).)+/g)!) {
    const isPairs = /^\d{4,}$/.test(part)
    const single = isPairs ? part.slice(0, part.length % 2) : part
    if (single !== '') use('B')
    for (const character of single) values.push(character.charCodeAt(0) - 32)
    const pairs = part.slice(single.length).match(/../g) ?? []
    if (pairs.length > 0) use('C')
    values.push(...pairs.map(Number))
  }
  return values
}

/**
 * Bars of a text as Code 128.
 * @returns widths in modules, bars and spaces in turn, a bar first; undefined when the text cannot be encoded
 */
export function code128Widths(text: string): number[] | undefined {
  const values = code128Values(text)
  if (!values) return undefined
  return [...values, code128Check(values), stop].flatMap((value) => [...patterns[value]!].map(Number))
}
