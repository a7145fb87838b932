import type { ViewedDocument } from '@cartage/contract/documents/app/review'
import { Trans, useLingui } from '@lingui/react/macro'
import { useCallback, useMemo, useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { ReasonDialog } from '../../lists/reason.dialog.tsx'
import { usePermission } from '../../session/permission.ts'
import { type Command, useCommands } from '../../shell/commands.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Check, ChevronLeft, ChevronRight, Undo2, X } from '../../ui/icons.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { type Decision, useReview } from '../queries.ts'
import { DownloadLink } from '../record.list.tsx'
import type { NeighbourList } from './use-neighbours.ts'

/** Previous, next, accept and reject, each with a keyboard shortcut. */
export function DocumentActions({ document, neighbours }: { document: ViewedDocument; neighbours: NeighbourList }) {
  const { t } = useLingui()
  const mayReview = usePermission('order.write') && document.is_reviewable
  const [isRejecting, setIsRejecting] = useState(false)
  const { decide, isBusy } = useDecision(document, neighbours)
  const { previous, next, open } = neighbours
  const state = document.review?.state ?? 'OPEN'
  const accept = useCallback(() => decide({ state: 'ACCEPTED' }), [decide])
  const reject = useCallback(() => setIsRejecting(true), [])
  useCommands(
    useMemo(() => {
      const offered: Command[] = []
      const way = (id: string, title: string, keys: string, to: string | undefined) =>
        to !== undefined && offered.push({ id, title, keys, run: () => open(to) })
      way('previous-document', t`Previous document`, 'arrowleft', previous)
      way('next-document', t`Next document`, 'arrowright', next)
      if (mayReview && state !== 'ACCEPTED')
        offered.push({ id: 'accept', title: t`Accept document`, icon: Check, keys: 'a', run: accept })
      if (mayReview) offered.push({ id: 'reject', title: t`Reject document…`, icon: X, keys: 'r', run: reject })
      return offered
    }, [previous, next, open, mayReview, state, accept, reject, t]),
  )
  return (
    <>
      <IconButton
        icon={ChevronLeft}
        label={t`Previous document`}
        keys="arrowleft"
        disabled={previous === undefined}
        onClick={() => open(previous!)}
      />
      <IconButton
        icon={ChevronRight}
        label={t`Next document`}
        keys="arrowright"
        disabled={next === undefined}
        onClick={() => open(next!)}
      />
      <DownloadLink documentId={document.document_id} name={document.name} />
      {mayReview && state !== 'OPEN' && (
        <IconButton icon={Undo2} label={t`Take the decision back`} onClick={() => decide({ state: 'OPEN' })} />
      )}
      {mayReview && (
        <Button icon={X} keys="r" onClick={reject}>
          <Trans>Reject…</Trans>
        </Button>
      )}
      {mayReview && (
        <Button variant="brand" icon={Check} keys="a" disabled={state === 'ACCEPTED'} isBusy={isBusy} onClick={accept}>
          <Trans>Accept</Trans>
        </Button>
      )}
      <ReasonDialog
        isOpen={isRejecting}
        title={t`Reject ${document.name}`}
        text={t`Colleagues read the reason. It is in the e-mail when you ask the carrier for another one.`}
        verb={t`Reject`}
        onClose={() => setIsRejecting(false)}
        onConfirm={(reason) => {
          setIsRejecting(false)
          decide({ state: 'REJECTED', reason })
        }}
      />
    </>
  )
}

/** Saves a decision. In the review queue, it opens the next proof. */
function useDecision({ document_id, name }: ViewedDocument, { isQueue, next, open }: NeighbourList) {
  const { t } = useLingui()
  const toasts = useToasts()
  const { mutate, isPending } = useReview(document_id)
  const decide = useCallback(
    (decision: Decision) => {
      const done = {
        OPEN: t`Decision on ${name} taken back`,
        ACCEPTED: t`${name} accepted`,
        REJECTED: t`${name} rejected`,
      }
      mutate(decision, {
        onSuccess: () => toasts.done(done[decision.state]),
        onError: (error) => toasts.failed(failureOf(error)),
        // Only a saved decision opens the next one; a failed decision stays visible.
        goOn() {
          if (isQueue && next !== undefined && decision.state !== 'OPEN') open(next)
        },
      })
    },
    [mutate, toasts, name, t, isQueue, next, open],
  )
  return { decide, isBusy: isPending }
}
