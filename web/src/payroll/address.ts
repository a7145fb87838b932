import { address, oneOf, text } from '../shell/address-members.ts'

/** Search parameters: month, driver, and whether there is one row per day. */
export const PayrollSearch = address({ month: text, driver: text, rows: oneOf(['DAY']) })
export type PayrollSearch = ReturnType<typeof PayrollSearch>
