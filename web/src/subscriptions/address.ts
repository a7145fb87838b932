import { address, text } from '../shell/address-members.ts'

/** What the address of the page says: the endpoint whose panel is open. */
export const EndpointsSearch = address({ open: text })
