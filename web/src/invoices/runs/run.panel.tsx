import type { InvoiceRun } from '@cartage/contract/billing/app/run'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { Sums } from '../../books/amount.tsx'
import { BulkResults, type RejectedRow } from '../../lists/bulk-results.tsx'
import { Loaded } from '../../records/loaded.tsx'
import { usePermission } from '../../session/permission.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/form/checkbox.tsx'
import { CheckCheck, CirclePause, FilePen, Play, Send } from '../../ui/icons.tsx'
import { ConfirmDialog } from '../../ui/overlay/dialog.tsx'
import { Section, SidePanel } from '../../ui/overlay/side-panel.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { Properties, Property } from '../../ui/properties/properties.tsx'
import { OrderDay } from '../../ui/time/local-day.tsx'
import { When } from '../../ui/time/when.tsx'
import { RunStatus } from '../labels.tsx'
import { ProgressBar } from '../progress-bar.tsx'
import { sendRun, useInvoiceChange } from '../queries.ts'
import { finaliseRun, isAtWork, resumeRun, runQuery, stopRun } from './queries.ts'

/** A run next to the list: progress, actions, and skipped work. */
export function RunPanel({ runId, onClose }: { runId: string; onClose: () => void }) {
  const { t } = useLingui()
  const query = useQuery(runQuery(runId))
  return (
    <SidePanel isWide title={<Trans>Run</Trans>} label={t`Run`} onClose={onClose}>
      <Loaded query={query}>
        {(run) => (
          <>
            <State run={run} />
            <Rejected run={run} />
          </>
        )}
      </Loaded>
    </SidePanel>
  )
}

function State({ run }: { run: InvoiceRun }) {
  const { t } = useLingui()
  const { filter, status, total, finalised, done } = run
  return (
    <Section>
      <Properties>
        <Property name={t`Status`}>
          <span className="flex items-center gap-2" role="status">
            <RunStatus status={status} />
            {status === 'PROPOSING' && <Plural value={done} one="# order drafted" other="# orders drafted" />}
            {status === 'FINALISING' && (
              <Trans>
                {finalised} of {total} finalised
              </Trans>
            )}
          </span>
          {status === 'FINALISING' && <ProgressBar label={t`Progress`} done={finalised} total={total} />}
        </Property>
        <Property name={t`Started`}>
          <When instant={run.created_at} />
        </Property>
        <Property name={t`Work until`}>
          <OrderDay date={filter.up_to} />
        </Property>
        <Property name={t`Invoice date`}>
          <OrderDay date={filter.date} />
        </Property>
        <Property name={t`Companies`}>
          {filter.company_ids.length === 0 ? t`All` : <span className="tnum">{filter.company_ids.length}</span>}
        </Property>
        {run.sums.length > 0 && (
          <Property name={t`Total incl. VAT`}>
            <Sums sums={run.sums} />
          </Property>
        )}
        {run.first_name !== null && (
          <Property name={t`Numbers`}>
            <span className="tnum">{`${run.first_name} – ${run.last_name}`}</span>
          </Property>
        )}
        <Property name={t`Documents`}>
          <span className="flex gap-3">
            <Link to="/drafts" search={{ run: run.invoice_run_id }} className="underline">
              <Plural value={total - finalised} one="# draft" other="# drafts" />
            </Link>
            <Link to="/invoices" search={{ run: run.invoice_run_id }} className="underline">
              <Plural value={finalised} one="# finalised" other="# finalised" />
            </Link>
          </span>
        </Property>
      </Properties>
      <Actions run={run} />
      <Unsent run={run} />
    </Section>
  )
}

function Actions({ run }: { run: InvoiceRun }) {
  const toasts = useToasts()
  const change = useInvoiceChange<InvoiceRun>()
  const mayWrite = usePermission('invoice.write')
  const mayFinalise = usePermission('invoice.finalise')
  const [isFinalising, setIsFinalising] = useState(false)
  const { invoice_run_id: id, status, total, finalised } = run
  const does = (work: () => Promise<InvoiceRun>) => () =>
    change.mutate(work, { onError: (error) => toasts.failed(failureOf(error)) })
  const canFinalise = (status === 'PROPOSED' || status === 'DONE') && total > finalised
  return (
    <div className="flex gap-2 pt-3">
      {mayWrite && isAtWork(run) && (
        <Button icon={CirclePause} isBusy={change.isPending} onClick={does(() => stopRun(id))}>
          <Trans>Stop</Trans>
        </Button>
      )}
      {mayWrite && status === 'STOPPED' && (
        <Button icon={Play} isBusy={change.isPending} onClick={does(() => resumeRun(id))}>
          <Trans>Resume</Trans>
        </Button>
      )}
      {canFinalise && (
        <Link to="/drafts" search={{ run: id }} className="btn btn-outline">
          <FilePen size={14} aria-hidden="true" />
          <Trans>Review drafts</Trans>
        </Link>
      )}
      {mayFinalise && canFinalise && (
        <Button variant="brand" icon={CheckCheck} onClick={() => setIsFinalising(true)}>
          <Trans>Finalise run…</Trans>
        </Button>
      )}
      {isFinalising && (
        <FinaliseRunDialog
          count={total - finalised}
          onClose={() => setIsFinalising(false)}
          onConfirm={(onlyReviewed) => {
            does(() => finaliseRun(id, onlyReviewed))()
            setIsFinalising(false)
          }}
        />
      )}
    </div>
  )
}

/**
 * Documents of a run that did not reach their customers, with an action to send them all; unsent ones show the reason.
 */
function Unsent({ run: { invoice_run_id: id, unsent, status } }: { run: InvoiceRun }) {
  const toasts = useToasts()
  const { t } = useLingui()
  const mayWrite = usePermission('invoice.write')
  const change = useInvoiceChange<Awaited<ReturnType<typeof sendRun>>>()
  const [rejected, setRejected] = useState<readonly RejectedRow[]>([])
  if (unsent === 0 || status === 'FINALISING') return null
  const send = () =>
    change.mutate(() => sendRun(id), {
      onSuccess(items) {
        const failed = items.filter(({ is_done }) => !is_done)
        const done = items.length - failed.length
        if (done > 0) toasts.done(t`${done} of ${items.length} being sent`)
        setRejected(
          failed.map(({ id: key, name, message }) => {
            return { key, label: name, path: `/invoices/${key}`, message: message ?? '' }
          }),
        )
      },
      onError: (error) => toasts.failed(failureOf(error)),
    })
  return (
    <div className="mt-3 flex flex-wrap items-center gap-3 rounded-lg border border-line bg-amber-soft px-3 py-2">
      <Link to="/invoices" search={{ run: id, unsent: true }} className="flex-1 font-medium underline">
        <Plural value={unsent} one="# invoice not sent" other="# invoices not sent" />
      </Link>
      {mayWrite && (
        <Button icon={Send} isBusy={change.isPending} onClick={send}>
          <Trans>Send all</Trans>
        </Button>
      )}
      <BulkResults rejected={rejected} onClose={() => setRejected([])} />
    </div>
  )
}

function FinaliseRunDialog({
  count,
  onClose,
  onConfirm,
}: {
  count: number
  onClose: () => void
  onConfirm: (onlyReviewed: boolean) => void
}) {
  const { t } = useLingui()
  const [onlyReviewed, setOnlyReviewed] = useState(false)
  return (
    <ConfirmDialog
      isOpen
      title={t`Finalise this run?`}
      text={
        <Plural
          value={count}
          one="# draft gets a number and no longer changes."
          other="# drafts get numbers and no longer change."
        />
      }
      verb={t`Finalise run`}
      onClose={onClose}
      onConfirm={() => onConfirm(onlyReviewed)}
    >
      <CheckField isOn={onlyReviewed} onChange={setOnlyReviewed}>
        <Trans>Only reviewed drafts</Trans>
      </CheckField>
    </ConfirmDialog>
  )
}

function Rejected({ run: { rejected, status } }: { run: InvoiceRun }) {
  const { t } = useLingui()
  if (rejected.length === 0) return null
  const ofDrafts = status === 'FINALISING' || status === 'DONE'
  return (
    <Section title={t`Left out`}>
      <ul>
        {rejected.map(({ id, name, code, message }) => (
          <li key={`${id} ${code}`} className="border-b border-line py-2 last:border-b-0">
            {ofDrafts ? (
              <Link to="/invoices/$invoiceId" params={{ invoiceId: id }} className="font-medium hover:underline">
                {name}
              </Link>
            ) : (
              <Link
                to="/orders/$orderId"
                params={{ orderId: id }}
                search={{ tab: 'charges' }}
                className="tnum font-medium hover:underline"
              >
                {name}
              </Link>
            )}
            <p className="text-ink-2">{message}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
