import { address, text } from '../shell/address-members.ts'

/** Search parameters: the open endpoint. */
export const EndpointsSearch = address({ open: text })
