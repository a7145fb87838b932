import type { ListedInvoice } from '@cartage/contract/billing/app/document'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Sums } from '../../books/amount.tsx'
import { sumsOf } from '../../books/sums.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/form/checkbox.tsx'
import { DayField } from '../../ui/form/day-field.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { CircleAlert, CircleCheck, CircleDashed, LoaderCircle } from '../../ui/icons.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogFooter } from '../../ui/overlay/dialog-footer.tsx'
import { ProgressBar } from '../progress-bar.tsx'
import { type Result, useFinalising } from './use-finalising.ts'

/** Summary of a draft being finalised. */
export type Finalised = Pick<ListedInvoice, 'invoice_id' | 'company_name' | 'total_incl_tax' | 'currency'>

/** Finalises drafts one after the other and shows each result, so that every outcome is seen. */
export function FinaliseDialog({ drafts, onClose }: { drafts: readonly Finalised[]; onClose: () => void }) {
  const { t } = useLingui()
  // The list behind loses finalised drafts: the dialog keeps its initial ones.
  const [chosen] = useState(drafts)
  const work = useFinalising(chosen.map(({ invoice_id }) => invoice_id))
  const [date, setDate] = useState('')
  const [acceptsOldRate, setAcceptsOldRate] = useState(false)
  // While it runs, closing means stopping it.
  const close = work.isBusy ? work.stop : onClose
  const start = () => void work.start({ ...(date !== '' && { date }), accepts_old_rate: acceptsOldRate })
  return (
    <Dialog
      isOpen
      onClose={close}
      title={t`Finalise drafts`}
      text={
        <Plural
          value={chosen.length}
          one="# draft gets a number and no longer changes."
          other="# drafts get numbers and no longer change."
        />
      }
      className="w-[600px]"
    >
      {work.isStarted ? (
        <Progress drafts={chosen} work={work} onClose={onClose} />
      ) : (
        <Form
          label={t`Finalise drafts`}
          onSubmit={start}
          footer={<DialogFooter verb={<Trans>Finalise</Trans>} onClose={onClose} />}
        >
          <p className="text-[15px] font-semibold">
            <Sums sums={sumsOf(chosen)} />
          </p>
          <Field label={t`Date (empty: the date of each draft)`} fault={undefined}>
            {(input) => <DayField {...input} value={date} onChange={setDate} />}
          </Field>
          <CheckField isOn={acceptsOldRate} onChange={setAcceptsOldRate}>
            <Trans>Accept exchange rates older than 7 days</Trans>
          </CheckField>
        </Form>
      )}
    </Dialog>
  )
}

function Progress({
  drafts,
  work,
  onClose,
}: {
  drafts: readonly Finalised[]
  work: ReturnType<typeof useFinalising>
  onClose: () => void
}) {
  const { t } = useLingui()
  const results = [...work.results.values()]
  const failed = results.filter(({ message }) => message !== null).length
  const done = results.length - failed
  return (
    <div className="grid gap-3">
      <div>
        <ProgressBar label={t`Progress`} done={results.length} total={drafts.length} />
        <p role="status" className="tnum text-ink-2">
          <Trans>
            {done} of {drafts.length} finalised
          </Trans>
          {failed > 0 && (
            <span className="pl-2 text-red">
              <Plural value={failed} one="# not finalised" other="# not finalised" />
            </span>
          )}
        </p>
      </div>
      <ul className="max-h-80 overflow-y-auto" aria-label={t`Results`}>
        {drafts.map((draft) => (
          <Row key={draft.invoice_id} draft={draft} result={work.results.get(draft.invoice_id)} isBusy={work.isBusy} />
        ))}
      </ul>
      <div className="flex justify-end">
        {work.isBusy ? (
          <Button onClick={work.stop}>
            <Trans>Stop</Trans>
          </Button>
        ) : (
          <Button variant="brand" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        )}
      </div>
    </div>
  )
}

function Row({ draft, result, isBusy }: { draft: Finalised; result: Result | undefined; isBusy: boolean }) {
  return (
    <li className="flex gap-2 border-b border-line py-2 last:border-b-0">
      <span className="mt-0.5 shrink-0">
        {result === undefined && isBusy && <LoaderCircle size={14} className="animate-spin" aria-hidden="true" />}
        {result === undefined && !isBusy && <CircleDashed size={14} className="text-ink-3" aria-hidden="true" />}
        {result?.message === null && <CircleCheck size={14} className="text-green" aria-hidden="true" />}
        {result && result.message !== null && <CircleAlert size={14} className="text-red" aria-hidden="true" />}
      </span>
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <p className="flex justify-between gap-3">
          <Link
            to="/invoices/$invoiceId"
            params={{ invoiceId: draft.invoice_id }}
            className="font-medium hover:underline"
          >
            {draft.company_name}
          </Link>
          <Sums sums={[{ amount: draft.total_incl_tax, currency: draft.currency }]} />
        </p>
        <p className="text-ink-2">
          {result === undefined && !isBusy && <Trans>Not started</Trans>}
          {result?.message === null && <Trans>Finalised</Trans>}
          {result?.message}
        </p>
      </div>
    </li>
  )
}
