import type { PortalDraft } from '@cartage/contract/doors/app/portal-entry'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { DoorNotice } from '../kit/notice.tsx'
import { type EntryForm, emptyEntry, entryOf, faultsOf, withDate } from './entry.ts'
import { GoodsFields, StopFields } from './entry-fields.tsx'
import { BackLink, LoadFailure, PlaceLink, PortalCard } from './parts.tsx'
import { draftQuery, uploadQuery, useSendOrder } from './portal.queries.ts'

/** Reorders a previous order with new days, quantities and references (PORTAL-4). */
export function EntryScreen({ orderId }: { orderId: string }) {
  const { data: draft, error } = useQuery(draftQuery(orderId))
  return (
    <>
      <BackLink />
      {error && !draft && <LoadFailure error={error} />}
      {draft && <Entry draft={draft} />}
    </>
  )
}

function Entry({ draft }: { draft: PortalDraft }) {
  const { t } = useLingui()
  const [form, setForm] = useState<EntryForm>(() => emptyEntry(draft))
  // One key per form: a second click, or a retry after a lost response, creates the same order.
  const [entry_key] = useState(() => crypto.randomUUID())
  const send = useSendOrder()
  const faults = faultsOf(send.error)
  const { order_number } = draft
  if (send.data) return <Sent uploadId={send.data.upload_id} />
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!send.isPending) send.mutate({ entry_key, entry: entryOf(draft, form) })
  }
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <div>
        <h1 className="text-[22px] font-semibold leading-7">{t`New order`}</h1>
        <p className="text-[15px] text-ink-2">{t`Like order ${order_number}`}</p>
      </div>
      <PortalCard title={t`Stops`}>
        <StopFields
          draft={draft}
          form={form}
          faults={faults}
          onDate={(key, date) => setForm(withDate(draft, form, key, date))}
          onTimes={(key, times) => setForm({ ...form, times: { ...form.times, [key]: times } })}
        />
      </PortalCard>
      {draft.goods.length > 0 && (
        <PortalCard title={t`Goods`}>
          <GoodsFields
            draft={draft}
            form={form}
            onChange={(key, good) => setForm({ ...form, goods: { ...form.goods, [key]: good } })}
          />
        </PortalCard>
      )}
      <PortalCard title={t`References`}>
        <label className="grid gap-1 text-[15px]">
          {t`Your reference`}
          <input
            className="door-input"
            maxLength={255}
            value={form.reference}
            onChange={(event) => setForm({ ...form, reference: event.target.value })}
          />
        </label>
        <label className="grid gap-1 text-[15px]">
          {t`Remark`}
          <textarea
            className="door-input"
            rows={3}
            maxLength={2_000}
            value={form.remark}
            onChange={(event) => setForm({ ...form, remark: event.target.value })}
          />
        </label>
      </PortalCard>
      {send.error && (
        <DoorNotice
          tone="red"
          title={t`The order could not be sent.`}
          text={faults.size > 0 ? t`Correct the fields that are marked.` : t`Check the connection and try again.`}
        />
      )}
      <button type="submit" className="door-button door-button-brand md:justify-self-end" disabled={send.isPending}>
        {t`Send order`}
      </button>
    </form>
  )
}

function Sent({ uploadId }: { uploadId: string }) {
  const { t } = useLingui()
  const { data } = useQuery(uploadQuery(uploadId))
  const text =
    data?.state === 'IN_REVIEW' ? t`We check the order and contact you.` : t`We have the order and confirm it soon.`
  return (
    <>
      <DoorNotice tone="green" title={t`Order sent`} text={text} />
      {data?.order_id && (
        <PlaceLink to={{ at: 'order', orderId: data.order_id }} className="door-button door-button-outline">
          {t`Open order`}
        </PlaceLink>
      )}
    </>
  )
}
