import { address, oneOf, text } from '../shell/address-members.ts'

/** The month, the driver, and whether there is a row for each day. */
export const PayrollSearch = address({ month: text, driver: text, rows: oneOf(['DAY']) })
export type PayrollSearch = ReturnType<typeof PayrollSearch>
