import { mailEndpoints } from '../mails/app/endpoints.ts'
import { paperEndpoints } from '../papers/app.ts'

/** Every operation of papers and e-mails, by its id. */
export const correspondenceEndpoints = { ...paperEndpoints, ...mailEndpoints }
