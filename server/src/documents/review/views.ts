import { instant } from '../../db/texts.ts'

/** SQL: the review of a document `d` as pages show it; null without a decision. */
export const reviewShown = `(
  select json_build_object('state', v.state, 'reason', v.reason, 'reviewed_at', ${instant('v.reviewed_at')},
           'reviewed_by', (select u.name from app_user u where u.tenant_id = $1 and u.user_id::text = v.reviewed_by))
    from document_review v where v.tenant_id = $1 and v.document_id = d.document_id)`

/** SQL: whether a document `d` was rejected: it is no longer a proof, and no one outside receives it (DOC-9). */
export const isRejected = `exists (
  select from document_review v where v.tenant_id = $1 and v.document_id = d.document_id and v.state = 'REJECTED')`
