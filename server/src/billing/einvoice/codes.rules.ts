/**
 * Code lists of EN 16931 and Peppol BIS Billing 3, limited to what documents of hauliers use. They also check
 * identifiers and codes from other suppliers. Lists that settings are validated against as well are in `books`.
 */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** UNCL 1001: invoices (P0100) and credit notes (P0101) of the billing process, and those of self-billing. */
export const invoiceTypes = {
  billing: words('71 80 82 84 102 218 219 326 331 380 382 383 384 386 388 393 395 553 575 623 780 817 870 875 876 877'),
  billingCredit: words('381 396 81 83 532'),
  selfBilling: words('389'),
  selfBillingCredit: words('261'),
} as const

/** UNCL 5305: VAT categories. */
export const vatCategories = words('AE B E S Z G O K L M')

/** VATEX: exemption reasons, with the category of each (P0104 to P0111). */
export const vatexCategories: Readonly<Record<string, string>> = {
  'VATEX-EU-AE': 'AE',
  'VATEX-EU-O': 'O',
  'VATEX-EU-G': 'G',
  'VATEX-EU-IC': 'K',
  'VATEX-EU-D': 'E',
  'VATEX-EU-F': 'E',
  'VATEX-EU-I': 'E',
  'VATEX-EU-J': 'E',
}

/** UNCL 5189: discount reasons. */
export const allowanceReasons = words('41 42 60 62 63 64 65 66 67 68 70 71 88 95 100 102 103 104 105')

/** UNCL 7161: surcharge reasons for transport, and the mutually defined one. */
export const chargeReasons = words(
  'AA AAA AAC AAD AAE AAF AAH AAI AAS AAT AAV AAY AAZ ABA ABB ABC ABD ABF ABK ABL ABN ABR ABS ABT ABU ACF ACG ' +
    'ACH ACI ACJ ACK ACL ACM ACS ADC ADE ADJ ADK ADL ADM ADN ADO ADP ADQ ADR ADT ADW ADY ADZ AEA AEB AEC AED AEF ' +
    'AEH AEI AEJ AEK AEL AEM AEN AEO AEP AES AET AEU AEV AEW AEX AEY AEZ AJ AU CA CAB CAD CAE CAF CAI CAJ CAK CAL ' +
    'CAM CAN CAO CAP CAQ CAR CAS CAT CAU CAV CAW CAX CAY CAZ CD CG CS CT DAB DAC DAD DAF DAG DAH DAI DAJ DAK DAL ' +
    'DAM DAN DAO DAP DAQ DL EG EP ER FAA FAB FAC FC FH FI GAA HAA HD HH IAA IAB ID IF IR IS KO L1 LA LAA LAB LF ' +
    'MAE MI ML NAA OA PA PAA PC PL PRV RAB RAC RAD RAF RE RF RH RV SA SAA SAD SAE SAI SG SH SM SU TAB TAC TT TV V1 V2 ' +
    'WH XAA YY ZZZ',
)

/** Electronic address schemes (EAS) used in Peppol. */
export const addressSchemes = words(
  '0002 0007 0009 0037 0060 0088 0096 0097 0106 0130 0135 0142 0147 0151 0154 0158 0170 0177 0183 0184 0188 0190 ' +
    '0191 0192 0193 0194 0195 0196 0198 0199 0200 0201 0202 0203 0204 0205 0208 0209 0210 0211 0212 0213 0215 0216 ' +
    '0217 0218 0219 0220 0221 0225 0230 0235 0240 9910 9913 9914 9915 9918 9919 9920 9922 9923 9924 9925 9926 9927 ' +
    '9928 9929 9930 9931 9932 9933 9934 9935 9936 9937 9938 9939 9940 9941 9942 9943 9944 9945 9946 9947 9948 9949 ' +
    '9950 9951 9952 9953 9957 9959',
)

/** MIME types of files that may be embedded (CL001). */
export const fileTypes = words(
  'application/pdf image/png image/jpeg text/csv ' +
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet application/vnd.oasis.opendocument.spreadsheet',
)

/** Means of payment that require the payee's account. */
export const creditTransfers = words('30 58')

/** Belgian enterprise number: ten digits, the last two 97 minus the remainder modulo 97 (PEPPOL-COMMON-R043). */
export function isEnterpriseNumber(text: string): boolean {
  if (!/^[01]\d{9}$/.test(text)) return false
  return 97 - (Number(text.slice(0, 8)) % 97) === Number(text.slice(8))
}

/** Global location number (GLN): digits with the GS1 check digit (PEPPOL-COMMON-R040). */
export function isGln(text: string): boolean {
  if (!/^\d{13}$/.test(text)) return false
  const weighted = [...text.slice(0, 12)].map((digit, at) => Number(digit) * (at % 2 === 0 ? 1 : 3))
  const sum = weighted.reduce((one, other) => one + other, 0)
  return (10 - (sum % 10)) % 10 === Number(text.slice(12))
}

/** Norwegian organisation number: nine digits, the last a modulo 11 check digit (PEPPOL-COMMON-R041). */
export function isNorwegianNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text)) return false
  const sum = [3, 2, 7, 6, 5, 4, 3, 2].reduce((total, weight, at) => total + weight * Number(text[at]), 0)
  return (11 - (sum % 11)) % 11 === Number(text[8])
}

/** Swedish organisation number: ten digits, the last a Luhn check digit (PEPPOL-COMMON-R049). */
export function isSwedishNumber(text: string): boolean {
  if (!/^\d{10}$/.test(text)) return false
  const doubled = [...text.slice(0, 9)].map((digit, at) => Number(digit) * (at % 2 === 0 ? 2 : 1))
  const sum = doubled.reduce((total, value) => total + (value > 9 ? value - 9 : value), 0)
  return (10 - (sum % 10)) % 10 === Number(text[9])
}
