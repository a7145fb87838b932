import type { ErrorItem } from '@cartage/contract/errors'
import { Message, msg, type Sentence } from '@cartage/contract/message'

interface Kind {
  readonly status: number
  /** The problem and what to do next, in one or two sentences. */
  readonly message: string
}

/**
 * All errors a caller can get; docs/errors.md is generated from it. Codes are stable: they are added, never renamed.
 * Order: by status, then by noun.
 */
export const problems = {
  // 400: well-formed, but a rule refuses it
  body_not_json: {
    status: 400,
    message: 'The body is not valid JSON. Check quotes, commas and brackets, and send it again.',
  },
  bad_request: { status: 400, message: 'The request could not be read as HTTP. Check its framing and headers.' },
  unsupported_grant_type: {
    status: 400,
    message: 'Only the grant type client_credentials is supported. Leave grant_type out or send client_credentials.',
  },
  order_cancelled: {
    status: 400,
    message: 'This order is cancelled, and cancelling is final. Upload it with a new order_identifier.',
  },
  order_unknown: {
    status: 400,
    message: 'No order has this order_identifier, so there is nothing to cancel. Check the identifier.',
  },
  tenant_required: {
    status: 400,
    message: 'This e-mail address has an account with more than one company. Name the company in tenant_slug.',
  },
  order_identifier_taken: {
    status: 400,
    message: 'This order_identifier is in use. Upload the order with another order_identifier.',
  },
  upload_unknown: {
    status: 400,
    message:
      'There is no upload with this upload_id: it never existed, or was not used in time. Upload the file again.',
  },
  document_unscanned: { status: 409, message: 'This file is waiting for the virus scan. Try again in a few minutes.' },
  resource_archived: { status: 400, message: 'This resource is archived and cannot be changed. Create a new one.' },
  extra_unknown: { status: 400, message: 'No extra has this code. Check it in the settings.' },
  extra_ambiguous: { status: 400, message: 'Several extras share this code. Give each its own code in the settings.' },
  resource_group_unknown: {
    status: 400,
    message: 'There is no active resource group with this id. GET /v1/resource_groups lists them.',
  },
  charge_unknown: {
    status: 400,
    message: 'The order has no such charge, so nothing was decided. GET its charges lists them.',
  },
  billing_entity_unknown: { status: 400, message: 'No billing entity has this code. Leave it out to use the default.' },
  company_unknown: {
    status: 400,
    message: 'There is no company with this id. GET /v1/companies/company lists the companies.',
  },
  partner_unknown: {
    status: 400,
    message: 'There is no partner with this id to link credentials to. Choose an active company or destination.',
  },
  location_unknown: { status: 400, message: 'There is no location with this id. Check the id, or leave it out.' },
  state_conflict: {
    status: 409,
    message: 'The record is in a state that does not allow this. Reload it and try again.',
  },
  passkeys_off: {
    status: 409,
    message: 'Passkeys need PUBLIC_URL with a host name under https. Ask the operator to set it.',
  },
  person_present: {
    status: 409,
    message: 'This person has not left. Archive the driver or contact, or disable the user, then erase.',
  },
  mail_erased: { status: 409, message: 'The text of this e-mail is erased because its time is over. Write a new one.' },
  plan_refused: {
    status: 409,
    message: 'This plan cannot be carried out. The errors list says why and what to change.',
  },
  plan_doubtful: {
    status: 409,
    message: 'This plan has warnings. Change it, or send override with a reason.',
  },
  trip_changed: {
    status: 409,
    message: 'The trip was changed after you opened it. Reload it and try again.',
  },
  creation_running: {
    status: 409,
    message: 'An earlier request with this Idempotency-Key is still running. Try again in a moment.',
  },
  creation_unknown: {
    status: 409,
    message:
      'An earlier request with this Idempotency-Key ended without a response. Check whether the record exists; if it ' +
      'does not, send the request again with a new key.',
  },
  period_closed: {
    status: 409,
    message: 'This month is closed in the books. Book in a later month, or open it again.',
  },
  period_held: {
    status: 409,
    message: 'This month cannot be closed yet. The errors list says what is not finished.',
  },
  invoice_finalised: {
    status: 409,
    message: 'This document is finalised and never changes. Credit it instead.',
  },
  draft_stale: {
    status: 409,
    message: 'Charges of this draft changed after it was written. Refresh it and look at it again.',
  },
  date_before_last_number: {
    status: 409,
    message: 'The number range has a later document already. Choose a later date.',
  },
  number_range_unfit: {
    status: 409,
    message: 'No number range fits this document. Add or change one in the settings.',
  },
  exchange_rate_missing: {
    status: 409,
    message: 'There is no exchange rate for this document. Add the rate of the day.',
  },
  exchange_rate_old: {
    status: 409,
    message: 'The last exchange rate is older than 7 days. Add a newer one, or confirm that this one is used.',
  },
  document_incomplete: {
    status: 409,
    message: 'The document lacks what an invoice must have. The errors list says what to fill.',
  },
  credit_exceeds: { status: 409, message: 'No more can be credited than is left of the invoice. Lower the amount.' },
  lines_unlike: {
    status: 409,
    message:
      'Lines move only between drafts of one billing entity, company, currency, payment term and taxation. Choose another draft.',
  },
  electronic_address_missing: {
    status: 409,
    message:
      'This customer gets structured invoices only and has no electronic address. Enter it in its billing preferences.',
  },
  already_sent: {
    status: 409,
    message: 'This document was sent to this address already. To repeat it, send that sending again.',
  },
  recipient_missing: { status: 409, message: 'No address is known for this channel. Enter one, then send again.' },
  recipient_unknown: {
    status: 409,
    message:
      'Without a mail server of your own, e-mails go only to addresses of your companies, their contacts and your users. Add the address to a company, or enter a mail server in the settings.',
  },
  proof_requested: { status: 409, message: 'This proof was requested less than a day ago. Confirm to ask again.' },
  sending_in_progress: {
    status: 409,
    message: 'This is still being sent. Wait until it has ended.',
  },
  sending_decided: {
    status: 409,
    message: 'This was sent already. Reload the page.',
  },
  reminder_not_due: {
    status: 409,
    message: 'This reminder is not due: the invoice was paid, or the level was sent already. Reload the page.',
  },
  mail_server_missing: {
    status: 409,
    message: 'No mail server is set up. Enter one in the settings.',
  },
  document_not_finalised: {
    status: 409,
    message: 'This document is a draft. Finalise it first.',
  },
  task_already_reported: {
    status: 409,
    message: 'This task was already reported with another result. To do it again, retry it in the application.',
  },
  task_leased: {
    status: 409,
    message: 'Another client has leased this task. Report it when the lease has ended, or take another task.',
  },
  charge_decided: {
    status: 409,
    message:
      'This charge is not waiting for your approval: it was decided, or approval was not requested. Reload the charges.',
  },
  charge_invoiced: {
    status: 409,
    message: 'This charge is on a finalised document and cannot change. Credit the document instead.',
  },
  charge_changed: {
    status: 409,
    message: 'The charge was changed after you opened it. Reload it and try again.',
  },
  undo_conflict: {
    status: 409,
    message: 'The trips have changed since this command. The errors list says what changed.',
  },
  // 401: always the same body (ERR-4, CLIENT-3)
  unauthenticated: {
    status: 401,
    message: 'The credentials are missing, wrong or expired. Get a new token or check id and secret.',
  },
  totp_required: {
    status: 401,
    message: 'This account has a second factor. Send the six digits from the app, or a recovery code, as code.',
  },
  totp_wrong: {
    status: 401,
    message: 'This code is wrong or was already used. Wait for the next one and send that.',
  },
  passkey_refused: { status: 401, message: 'This passkey was not accepted. Try again, or use your password.' },
  // 403
  role_missing: {
    status: 403,
    message:
      'These credentials do not have a role that allows this operation. Ask a Super admin to give them one that does.',
  },
  second_factor_required: {
    status: 403,
    message: 'This organisation requires a second factor. Set one up before you go on.',
  },
  provider_required: {
    status: 403,
    message:
      'Your organisation signs in with its own provider only. Use the button of that provider instead of a password.',
  },
  sign_in_refused: { status: 403, message: 'The sign-in by the provider did not succeed. The errors list says why.' },
  client_expired: {
    status: 403,
    message: 'The time of this API client is over. Ask a Super admin to extend it.',
  },
  client_address_refused: {
    status: 403,
    message: 'This API client may not call from this address. Ask a Super admin to allow it.',
  },
  tenant_suspended: {
    status: 403,
    message:
      'This organisation is suspended, so nothing is read or written. Ask the operator of the service to resume it.',
  },
  webhook_credentials_refused: {
    status: 403,
    message:
      'This token belongs to webhook credentials, which only work as Basic credentials on webhooks. Use an API client here.',
  },
  intermodal_status_off: {
    status: 403,
    message:
      'The webhook intermodal-status is a preview and is off in this tenant. Ask a Super admin to turn on the setting intermodal_status.',
  },
  csrf_refused: {
    status: 403,
    message: 'The request did not come from this application page. Reload the page and try again.',
  },
  // 404: unknown and foreign records get the same answer (ERR-5)
  not_found: { status: 404, message: 'There is no such record, or you have no access to it. Check the id.' },
  // 405 … 415
  method_not_allowed: {
    status: 405,
    message: 'This path does not support that method. The Allow header lists the supported ones.',
  },
  request_timeout: { status: 408, message: 'The request took too long to arrive. Send it again.' },
  document_infected: {
    status: 410,
    message: 'A virus was found in this file, so it cannot be downloaded. Ask the sender for a clean copy.',
  },
  document_link_expired: {
    status: 410,
    message: 'The link to this file has expired. Fetch the document by its id with API credentials.',
  },
  body_too_large: { status: 413, message: 'The body is too large for this operation. Send less at a time.' },
  document_too_large: { status: 413, message: 'The file is larger than 50 MiB. Make it smaller or split it.' },
  uri_too_long: { status: 414, message: 'The address is longer than 8 KiB. Shorten it.' },
  media_type_unsupported: {
    status: 415,
    message: 'This operation accepts application/json, uncompressed. Set the Content-Type header.',
  },
  multipart_required: {
    status: 415,
    message: 'Send the file as multipart/form-data, uncompressed, in one part called file.',
  },
  document_type_refused: {
    status: 415,
    message:
      'This file type is not accepted. Send PDF, JPEG, PNG, TIFF, HEIC, an office document without macros, an e-mail ' +
      '(.eml, .msg), XML, CSV, JSON or plain text.',
  },
  range_not_satisfiable: {
    status: 416,
    message: 'The requested range is beyond the end of the file. Send the request without Range.',
  },
  expectation_failed: {
    status: 417,
    message: 'The Expect header supports only 100-continue. Leave it out.',
  },
  // 422
  validation_failed: { status: 422, message: 'The request is not valid. The errors list says where and why.' },
  too_complex: {
    status: 422,
    message: 'Reading this takes more time or memory than is allowed. Make it smaller or simpler.',
  },
  idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was used with another body. Send the first body again or use a new key.',
  },
  cursor_invalid: {
    status: 422,
    message:
      'The cursor is not valid here: it is damaged, older than 24 hours, from another list, or sent with other parameters. Start again without a cursor.',
  },
  // 429
  rate_limited: {
    status: 429,
    message: 'Too many requests for this tenant. Wait as many seconds as the Retry-After header says.',
  },
  upload_limit_reached: { status: 429, message: 'Too many files were uploaded today. Send the others tomorrow.' },
  headers_too_large: { status: 431, message: 'The headers are larger than 16 KiB. Send fewer or shorter ones.' },
  // 500, 503
  internal_error: {
    status: 500,
    message: 'Something went wrong on our side. Try again, and quote the request_id if it happens again.',
  },
  unavailable: {
    status: 503,
    message:
      'The service is temporarily unavailable. Nothing was lost: send it again after the seconds in Retry-After.',
  },
  storage_low: { status: 503, message: 'There is too little room for files. Nothing was lost: send it again later.' },
  outcome_unknown: {
    status: 503,
    message: 'The connection to the database was lost while saving. Send the same request again: a repeat is harmless.',
  },
} as const satisfies Record<string, Kind>

export type ProblemCode = keyof typeof problems

export interface ProblemFacts {
  /** Replaces the catalogue's message with one that names the value; marked with `msg` if it has values. */
  message?: Sentence
  errors?: ErrorItem[]
  headers?: Record<string, string>
}

/** An error for the caller. Thrown anywhere, rendered in `render-problem.ts`. */
export class Problem extends Error {
  override name = 'Problem'
  readonly code: ProblemCode
  /** The translatable form of `message`. */
  readonly sentence: Sentence
  readonly errors: ErrorItem[] | undefined
  readonly headers: Record<string, string>

  constructor(code: ProblemCode, facts: ProblemFacts = {}) {
    const sentence = facts.message ?? firstComplaint(code, facts.errors) ?? problems[code].message
    super(String(sentence))
    this.code = code
    this.sentence = sentence
    this.errors = facts.errors
    this.headers = facts.headers ?? {}
  }

  get status(): number {
    return problems[this.code].status
  }
}

/** Error of the first member, for callers that only read the message (ERR-1); undefined if no member is named. */
function firstComplaint(code: ProblemCode, errors: readonly ErrorItem[] | undefined): Message | undefined {
  const [first] = errors ?? []
  return code === 'validation_failed' && first?.path ? msg`${first.path}: ${sentenceOf(first)}` : undefined
}

/** Holds the sentence of an `errors` entry with its values: never serialised, but kept when the entry is copied. */
const sentenceMember = Symbol('words')

type SpokenItem = ErrorItem & { [sentenceMember]?: Message }

/** One entry of `errors` about the member at `path` (dotted, '' for the whole body). */
export function errorItem(path: string, message: Sentence, detail: ErrorItem['detail']): ErrorItem {
  const field = path.split('.').at(-1)
  const item: SpokenItem = { message: String(message), field: field || null, path: path || null, detail }
  if (message instanceof Message) item[sentenceMember] = message
  return item
}

/** The sentence of an entry with its values, for rendering in any language. */
export function sentenceOf(item: ErrorItem): Sentence {
  return (item as SpokenItem)[sentenceMember] ?? item.message
}
