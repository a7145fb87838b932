/**
 * Where a person sees each state that something can end or stay in, or why no one has to act. A new state needs a line
 * here; a new card needs a case in `shell/standstills.test.ts` that shows it.
 */
export const sights: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'app_user.is_disabled': { any: 'no: a person of the tenant has shut the user out' },
  'booking_period.reason': { any: 'no: written by a person' },
  'booking_period.status': { any: 'no: decided by a person' },
  'booking_report.is_applied': { any: 'no: history; the booking says where it stands' },
  'booking_report.status': { any: 'no: history; the booking says where it stands' },
  'charge.status': {
    CREATED: 'card: Unbilled, once the order is done',
    DO_NOT_INVOICE: 'no: decided by a person',
    INVOICED: 'no: on a document',
    INVOICE_POSTED: 'no: done',
    INVOICED_EXTERNAL: 'no: decided by a person',
    WITHDRAWN: 'no: rating does not give it any more',
  },
  'charge.status_reason': { any: 'no: written by a person' },
  'company.purchase_status': { any: 'no: decided by a person' },
  'company.status': { any: 'no: decided by a person' },
  'delivery.reason': { any: 'no: says why a delivery is DEAD' },
  'delivery.status': { DELIVERED: 'no: done', DEAD: 'card: FailedDeliveries' },
  'delivery_attempt.failure': { any: 'no: tried again; the delivery says how it ends' },
  'delivery_attempt.status': { any: 'no: tried again; the delivery says how it ends' },
  'dispatch.trouble': { any: 'card: DeclinedTrips' },
  'document_content.scan_status': {
    NOT_SCANNED: 'no: scanning is off',
    PENDING: 'card: Standstills, after an hour',
    CLEAN: 'no: done',
    INFECTED: 'card: Standstills',
  },
  'document_review.reason': { any: 'no: written by a person' },
  'document_review.state': { ACCEPTED: 'no: done', REJECTED: 'card: WithoutProof, where it was the proof of delivery' },
  'door_request.state': {
    OPEN: 'no: an exception on Today',
    ACCEPTED: 'no: decided by a person',
    DECLINED: 'no: decided by a person',
    REPLACED: 'no: asked again',
  },
  'driver_act.outcome': {
    APPLIED: 'no: done',
    KEPT: 'no: history; the stop says where it stands',
    REFUSED: 'card: OpenItems, an item for the whole message',
  },
  'driver_act.reason': { any: 'card: OpenItems' },
  'handling_unit_scan.source_status': { any: 'no: what the scanner said' },
  'handling_unit_scan.status': { any: 'no: what happened' },
  'inbox_item.dismissal': { any: 'no: decided by a person' },
  'inbox_item.last_failure': { any: 'card: OpenItems' },
  'inbox_item.reason': { any: 'card: OpenItems' },
  'inbox_item.status': { OPEN: 'card: OpenItems', RESOLVED: 'no: done', DISMISSED: 'no: decided by a person' },
  'intermodal_booking.failure': { any: 'card: Standstills' },
  'intermodal_booking.status': bookings(),
  'invoice.status': { any: 'no: a person finalises drafts; the list of invoices has them by state' },
  'invoice_run.rejected': { any: 'no: the person who started the run sees it there' },
  'invoice_run.status': { any: 'no: the person who started the run sees it there' },
  'invoice_sending.failure': { any: 'no: says why a sending failed' },
  'invoice_sending.status': {
    PENDING: 'no: goes on by itself',
    STARTED: 'no: goes on by itself',
    SENT: 'no: done',
    FAILED: 'card: Standstills',
    UNKNOWN: 'card: Standstills',
  },
  'mail.failure': { any: 'no: says why an e-mail failed' },
  'mail.status': {
    PENDING: 'no: goes on by itself',
    STARTED: 'no: goes on by itself',
    SENT: 'no: done',
    FAILED: 'card: Standstills',
    UNKNOWN: 'card: Standstills',
  },
  'invoice_tax.reason': { any: 'no: says why a category is exempt' },
  'job.is_dead': { any: 'card: Standstills' },
  'job.last_error': { any: 'no: tried again until the job is dead' },
  'location_booking.status': bookings(),
  'message.result': {
    OK: 'no: done',
    ERRORS: 'card: OpenItems, an item for each part that fitted nothing',
    REFUSED: 'card: OpenItems, an item for the whole message',
  },
  'message.status': { any: 'no: the answer the sender got' },
  'order_stop.status': { any: 'no: follows from the trip' },
  'road_failure.failure': { any: 'card: Standstills, when it goes on for five minutes' },
  'planning_optimisation.failure': { any: 'no: the list of runs says it, and the run is run again there' },
  'planning_optimisation.result': { any: 'no: the page of the run shows it, with what was left out and why' },
  'planning_optimisation.status': { any: 'no: the list of runs has it; a failed run changes nothing of the plan' },
  'planning_command.override_reason': { any: 'no: written by a person' },
  'position_doubt.reason': { any: 'no: counted by source on API usage and on the page of the resource' },
  'rating.result': {
    COMPLETE: 'no: done',
    INCOMPLETE: 'card: Unbilled, once the order is done',
    NO_CARD: 'card: Unbilled, once the order is done',
  },
  'purchase_match.result': {
    MATCHED: 'no: a person accepts it from the list of purchases',
    DISPUTED: 'card: Standstills',
    ACCEPTED: 'no: done',
    REJECTED: 'no: decided by a person',
  },
  'sample_simulation.failures': { any: 'no: counts attempts; the switch in the settings says why' },
  'sample_simulation.is_paused': { any: 'no: the switch in the settings shows it' },
  'sample_simulation.rejected': { any: 'no: the switch in the settings counts them' },
  'sample_simulation.failure': { any: 'no: sent again by itself; the switch in the settings says it' },
  'sign_in_attempt.state': { any: 'no: proves to the browser that it is the one that began; gone after ten minutes' },
  'signing_key.state': { any: 'no: keys follow each other by themselves' },
  'stop_proposal.state': {
    OPEN: 'card: Standstills',
    ACCEPTED: 'no: done',
    DISMISSED: 'no: decided by a person',
  },
  'stop_report.is_applied': { any: 'no: history; the stop says where it stands' },
  'stop_report.status': { any: 'no: history; the stop says where it stands' },
  'subscription.consecutive_failures': { any: 'no: tried again until the endpoint is failing' },
  'subscription.is_paused': { any: 'card: StoppedEndpoints' },
  'subscription.opened_at': { any: 'card: StoppedEndpoints' },
  'delivery_pending.refused_since': { any: 'card: StoppedEndpoints, with all that waits behind it' },
  'subscription.pause_reason': { any: 'card: StoppedEndpoints' },
  'telematics_connection.failure': { any: 'no: tried again; the page of connections says why' },
  'telematics_connection.failures': { any: 'no: tried again; the page of connections says why' },
  'telematics_connection.is_paused': { any: 'no: decided by a person' },
  'tenant_setting.intermodal_status': { any: 'no: a setting' },
  'task.failure': { any: 'card: Standstills' },
  'task.status': {
    TODO: 'no: the accounting system takes it',
    WAITING: 'card: Standstills, when an account is missing',
    COMPLETED: 'no: done',
    FAILED: 'card: Standstills',
  },
  'task_report.failure': { any: 'no: history; the task says how it ended' },
  'task_report.outcome': { any: 'no: history; the task says how it ended' },
  'task_report.status': { any: 'no: history; the task says how it ended' },
  'transfer_file.status': {
    MADE: 'no: the person who made the file sees it under To pay until it is confirmed',
    TAKEN_BACK: 'no: decided by a person',
    PAID: 'no: done',
  },
  'transport_order.block_reason': { any: 'card: OnHold' },
  'transport_order.is_blocked': { any: 'card: OnHold' },
  'transport_order.status': {
    QUOTE: 'no: the customer decides',
    TO_PLAN: 'card: WithoutTrip',
    PLANNED: 'no: goes on by itself',
    IN_PROGRESS: 'card: LateTrips, when it is late',
    COMPLETED: 'card: WithoutProof, when the proof is missing',
    CANCELLED: 'no: decided by the customer or a person',
    REJECTED: 'no: decided by a person',
  },
  'trip_answer.reason': { any: 'card: Standstills' },
  'trip.status': { any: 'card: LateTrips, when it is late' },
  'trip_stop.status': { any: 'no: the trip says where it stands' },
  'unbilled_order.reason': { any: 'card: Unbilled' },
  'unavailability.reason': { any: 'no: a choice' },
  'upload_outcome.errors': { any: 'no: says why an upload ended in ERROR' },
  'upload_outcome.status': {
    COMPLETED: 'no: done',
    ERROR: 'inbox: uploads',
    SKIPPED: 'no: its order was skipped by a person',
  },
  'usage_minute.is_refused': { any: 'no: counted' },
  'usage_path.is_refused': { any: 'no: counted' },
  'usage_refusal.status': { any: 'no: the list of refused requests is what a person looks at' },
}

function bookings() {
  return {
    TO_REQUEST: 'no: being planned',
    REQUESTED: 'no: the other side answers',
    BOOKED: 'no: done',
    CANCELLED: 'card: Standstills, when the other side cancelled and the trip still counts on it',
  }
}

const stateNames = [
  'status|state|result|outcome|reason|applied|disabled|paused|blocked|dead|dismissal|given_up',
  'trouble|failure|failures|failed|rejected|refused|error|errors',
]

/** Columns that hold a status, by name; two with other names are in the table above. */
export const stateColumns = `
  select c.relname || '.' || a.attname as name,
         (select string_agg(pg_get_constraintdef(k.oid), ' ') from pg_constraint k
           where k.conrelid = c.oid and k.contype = 'c' and a.attnum = any (k.conkey)) as rule
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
   where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'location'
     and (a.attname ~ '(^|_)(${stateNames.join('|')})$'
          or c.relname || '.' || a.attname in ('subscription.opened_at', 'delivery_pending.refused_since'))
   order by 1`
