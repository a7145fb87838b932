import type { OrderEditable, OrderRecord } from '@cartage/contract/orders/app/record'
import type { UploadDetail } from '@cartage/contract/orders/app/uploads'
import type { OrderExport } from '@cartage/contract/orders/order-input'
import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { recentOf } from '../../device/storage.ts'
import { usePageTitle } from '../../shell/page-title.ts'
import { useReaderLanguage } from '../../ui/form/reader-language.ts'
import { orderExportQuery } from '../order.queries.ts'
import { orderRecordQuery } from '../queries.ts'
import { allEditable, Entry, Failed, useOwner } from './entry.section.tsx'
import { placedFaults } from './form-faults.ts'
import { copyOf, type EntryForm, emptyForm, formOf, type Named } from './form-model.ts'
import type { Typed } from './merge-forms.ts'

// Few entries start from an upload, so this part is loaded on first use.
const CorrectedOrder = lazy(async () => ({
  default: (await import('./corrections/corrected-order.tsx')).CorrectedOrder,
}))

const editOrderRoute = getRouteApi('/shell/orders/$orderId/edit')
const newOrderRoute = getRouteApi('/shell/orders/new')

/** Enters an order: from scratch, from another order, or from a failed upload. */
export function NewOrderPage() {
  const { from, upload } = newOrderRoute.useSearch()
  if (upload === undefined) return <NewOrder from={from} />
  return (
    <Suspense>
      <CorrectedOrder key={upload} uploadId={upload}>
        {(order, failed) => <Correction order={order} upload={failed} />}
      </CorrectedOrder>
    </Suspense>
  )
}

/** Corrects the order of a failed upload, which is sent again under its identifier. */
function Correction({ order, upload }: { order: OrderExport; upload: UploadDetail }) {
  const { t } = useLingui()
  const owner = useOwner()
  const language = useReaderLanguage()
  // State at opening.
  const [{ initial, refused }] = useState(() => {
    return { initial: formOf(order, null, null, language), refused: placedFaults(upload.errors) }
  })
  const title = t`Correct order ${upload.order_identifier}`
  usePageTitle(title)
  return (
    <Entry
      title={title}
      initial={initial}
      aim={{ kind: 'correction', uploadId: upload.id }}
      editable={allEditable}
      owner={owner}
      refused={refused}
      firstField={refused.find(({ field }) => field !== null)?.field ?? 'customer'}
    />
  )
}

function NewOrder({ from }: { from: string | undefined }) {
  const { t } = useLingui()
  usePageTitle(t`New order`)
  const source = useQuery({ ...orderExportQuery(from ?? ''), enabled: from !== undefined, staleTime: 0 })
  const record = useQuery({ ...orderRecordQuery(from ?? ''), enabled: from !== undefined })
  const owner = useOwner()
  const lacking = from !== undefined && (source.data === undefined || record.data === undefined)
  const language = useReaderLanguage()
  const initial = useMemo(() => {
    if (lacking) return undefined
    if (!source.data) return emptyForm(recentOf<Named>(`${owner}.services`)[0] ?? null)
    const customer = record.data?.order.customer
    const known = customer && {
      company_id: customer.id,
      code: source.data.customer.code ?? null,
      name: source.data.customer.name ?? customer.name ?? '',
    }
    return { ...formOf(copyOf(source.data), known ?? null, null, language), identifier: '' }
  }, [lacking, source.data, record.data, owner, language])
  const error = source.error ?? record.error
  if (error) return <Failed error={error} />
  if (initial === undefined) return null
  return (
    <Entry
      key={from ?? ''}
      title={from === undefined ? t`New order` : t`New order, copied from ${record.data?.order_number ?? ''}`}
      initial={initial}
      aim={{ kind: 'new' }}
      editable={allEditable}
      owner={owner}
      firstField={from === undefined ? 'customer' : 'consignments.0.pickup.date'}
    />
  )
}

/** State of an order when it was opened or reloaded. */
interface Opened {
  /** The order without any typed changes. */
  before: EntryForm
  initial: EntryForm
  version: number
  editable: OrderEditable
  unkept?: readonly Typed[]
}

/** Changes an order. Members that may no longer change are locked. */
export function EditOrderPage() {
  const { t } = useLingui()
  const { orderId } = editOrderRoute.useParams()
  const language = useReaderLanguage()
  const queryClient = useQueryClient()
  // The order as opened. Changes by others are detected on saving.
  const source = useQuery({
    ...orderExportQuery(orderId),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  })
  const record = useQuery({ ...orderRecordQuery(orderId), refetchOnMount: 'always' })
  const owner = useOwner()
  const isReady = source.isFetchedAfterMount && record.isFetchedAfterMount && source.data && record.data
  const [opened, setOpened] = useState<Opened>()
  usePageTitle(t`Edit order ${record.data?.order_number ?? ''}`)
  useEffect(() => {
    if (!isReady || opened !== undefined) return
    const before = changedForm(source.data!, record.data!, language)
    setOpened({ before, initial: before, ...versionOf(record.data!) })
  }, [isReady, opened, record.data, source.data, language])
  const error = source.error ?? record.error
  if (error) return <Failed error={error} />
  if (opened === undefined) return null
  async function onReload(typed: EntryForm) {
    const [{ mergeForms }, order, now] = await Promise.all([
      import('./merge-forms.ts'),
      queryClient.fetchQuery({ ...orderExportQuery(orderId), staleTime: 0 }),
      queryClient.fetchQuery({ ...orderRecordQuery(orderId), staleTime: 0 }),
    ])
    const before = changedForm(order, now, language)
    const { form, unkept } = mergeForms(opened!.before, typed, before)
    setOpened({ before, initial: form, ...versionOf(now), unkept })
  }
  return (
    <Entry
      key={opened.version}
      title={t`Edit order ${record.data?.order_number ?? ''}`}
      initial={opened.initial}
      aim={{ kind: 'change', orderId, version: opened.version }}
      editable={opened.editable}
      number={record.data?.order_number}
      owner={owner}
      firstField={opened.editable.customer ? 'customer' : 'reference'}
      reloading={{ before: opened.before, onReload, unkept: opened.unkept }}
    />
  )
}

function versionOf({ version, editable }: OrderRecord): Pick<Opened, 'version' | 'editable'> {
  return { version, editable }
}

/** Form of an existing order. */
function changedForm(source: OrderExport, { order, editable }: OrderRecord, language: string): EntryForm {
  const { customer } = order
  const known = customer && {
    company_id: customer.id,
    code: source.customer.code ?? null,
    name: source.customer.name ?? customer.name ?? '',
  }
  return formOf(source, known ?? null, editable, language)
}
