/** VAT numbers with check digits that are right, from ranges in which no number is given out. */
const makers: Readonly<Record<string, (serial: number) => string>> = {
  BE: (serial) => {
    const base = 9_990_000 + serial
    return `BE0${base}${String(97 - (base % 97)).padStart(2, '0')}`
  },
  NL: (serial) => {
    const root = `NL0000${String(serial).padStart(5, '0')}B`
    // ISO 7064, modulus 97: letters count from A = 10.
    const digits = [...`${root}00`].map((one) => Number.parseInt(one, 36)).join('')
    return `${root}${String(98 - Number(BigInt(digits) % 97n)).padStart(2, '0')}`
  },
  DE: (serial) => {
    const base = String(99_900_000 + serial)
    // ISO 7064, modulus 11, 10.
    const product = [...base].reduce((kept, digit) => (((kept + Number(digit)) % 10 || 10) * 2) % 11, 10)
    return `DE${base}${(11 - product) % 10}`
  },
  FR: (serial) => {
    const siren = 999_900_000 + serial
    return `FR${String((12 + 3 * (siren % 97)) % 97).padStart(2, '0')}${siren}`
  },
  LU: (serial) => {
    const base = String(990_000 + serial)
    return `LU${base}${String(Number(base) % 89).padStart(2, '0')}`
  },
}

/** A VAT number that no company has. Undefined for countries whose numbers the sample world does not make. */
export function vatNumber(country: string, serial: number): string | undefined {
  return makers[country]?.(serial)
}
