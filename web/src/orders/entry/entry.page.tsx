import type { OrderEditable } from '@cartage/contract/orders/app/record'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { FormProvider, type UseFormReturn, useForm } from 'react-hook-form'
import { failureOf } from '../../api/failure.ts'
import { recentOf, remember } from '../../device/storage.ts'
import { sessionQuery } from '../../session/queries.ts'
import { useCommands } from '../../shell/commands.ts'
import { usePageTitle } from '../../shell/page-title.ts'
import { useReaderLanguage } from '../../ui/form/reader-language.ts'
import { ChevronRight, Save } from '../../ui/icons.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { orderExportQuery } from '../order.queries.ts'
import { orderRecordQuery } from '../queries.ts'
import { EntryFields } from './entry.form.tsx'
import { EntryFoot, useOpenPlanning } from './entry-foot.tsx'
import { copyOf, type EntryForm, emptyForm, formOf, type Named } from './form-model.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { DraftNotice, FaultSummary, focusField, SimilarNotice } from './notices.tsx'
import { orderReferenceQuery } from './queries.ts'
import { EntrySummary } from './summary.section.tsx'
import { TemplatePicker } from './template-picker.tsx'
import { useDraft } from './use-draft.ts'
import { type EntryAim, useSaving } from './use-save.ts'

const editOrderRoute = getRouteApi('/shell/orders/$orderId/edit')
const newOrderRoute = getRouteApi('/shell/orders/new')

const all: OrderEditable = { customer: true, start: true, transport: true, references: true, frozen_stops: [] }

/** Enters an order, from nothing or from another one. */
export function NewOrderPage() {
  const { t } = useLingui()
  usePageTitle(t`New order`)
  const { from } = newOrderRoute.useSearch()
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
      editable={all}
      owner={owner}
      firstField={from === undefined ? 'customer' : 'consignments.0.pickup.date'}
    />
  )
}

/** Changes an order; what may not be changed any more is locked. */
export function EditOrderPage() {
  const { t } = useLingui()
  const { orderId } = editOrderRoute.useParams()
  const language = useReaderLanguage()
  // The order as it was opened: what others change meanwhile is found out when it is saved.
  const source = useQuery({
    ...orderExportQuery(orderId),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  })
  const record = useQuery({ ...orderRecordQuery(orderId), refetchOnMount: 'always' })
  const owner = useOwner()
  const isReady = source.isFetchedAfterMount && record.isFetchedAfterMount && source.data && record.data
  const [opened, setOpened] = useState<{ initial: EntryForm; version: number; editable: OrderEditable }>()
  usePageTitle(t`Edit order ${record.data?.order_number ?? ''}`)
  useEffect(() => {
    if (!isReady || opened !== undefined) return
    const { order, version, editable } = record.data!
    const { customer } = order
    const known = customer && {
      company_id: customer.id,
      code: source.data!.customer.code ?? null,
      name: source.data!.customer.name ?? customer.name ?? '',
    }
    setOpened({ initial: formOf(source.data!, known ?? null, editable, language), version, editable })
  }, [isReady, opened, record.data, source.data, language])
  const error = source.error ?? record.error
  if (error) return <Failed error={error} />
  if (opened === undefined) return null
  return (
    <Entry
      title={t`Edit order ${record.data?.order_number ?? ''}`}
      initial={opened.initial}
      aim={{ kind: 'change', orderId, version: opened.version }}
      editable={opened.editable}
      number={record.data?.order_number}
      owner={owner}
      firstField={opened.editable.customer ? 'customer' : 'reference'}
    />
  )
}

interface EntryProps {
  title: string
  initial: EntryForm
  aim: EntryAim
  editable: OrderEditable
  /** The number of the order that is edited. */
  number?: string | undefined
  owner: string
  /** Where the cursor begins. */
  firstField: string
}

function Entry({ title, initial, aim, editable, number, owner, firstField }: EntryProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const toasts = useToasts()
  const reference = useQuery(orderReferenceQuery)
  const form = useForm<EntryForm>({ defaultValues: initial })
  const draft = useDraft(
    form,
    `draft.${owner}.${aim.kind === 'new' ? 'new' : aim.orderId}`,
    aim.kind === 'new' ? null : aim.version,
  )
  const { saving, start } = useStart(form, aim, () => {
    draft.drop()
    const { service } = form.getValues()
    if (service) remember(`${owner}.services`, service, ({ code, name }) => code ?? name)
    toasts.done(number === undefined ? t`Order created` : t`Order ${number} saved`)
  })
  const hasReference = reference.data !== undefined
  useEffect(() => {
    if (hasReference) focusField(firstField)
  }, [hasReference, firstField])
  const save = useRef(start)
  useEffect(() => {
    save.current = start
  })
  const orderId = aim.kind === 'change' ? aim.orderId : undefined
  const leave = useCallback(
    () =>
      void (orderId === undefined
        ? navigate({ to: '/orders' })
        : navigate({ to: '/orders/$orderId', params: { orderId } })),
    [navigate, orderId],
  )
  useEscape(leave)
  useCommands(
    useMemo(
      () => [{ id: 'save-order', title: t`Save order`, icon: Save, keys: 'mod+enter', run: () => save.current(false) }],
      [t],
    ),
  )
  return (
    <FormProvider {...form}>
      <PageHeader title={<Crumb title={title} />} actions={aim.kind === 'new' && <TemplatePicker />} />
      <LeaveGuard isTyped={draft.isTyped} onDrop={draft.drop} />
      {draft.offered && <DraftNotice at={draft.offered.at} onRestore={draft.restore} onDrop={draft.drop} />}
      {!editable.transport && (
        <p role="status" className="border-b border-line bg-sunken px-5 py-2 text-ink-2">
          <Trans>Completed order: only references and instructions can be edited.</Trans>
        </p>
      )}
      <FaultSummary faults={saving.faults} requestId={saving.requestId} />
      <SimilarNotice orders={saving.similar} isConfirming={saving.isConfirming} onSave={saving.save} />
      <div className="min-h-0 flex-1 max-xl:overflow-y-auto xl:flex">
        <div className="min-w-0 flex-1 xl:overflow-y-auto">
          {reference.error && <Failed error={reference.error} />}
          {reference.data && (
            <EntryFields
              reference={reference.data}
              editable={editable}
              owner={owner}
              isChange={aim.kind === 'change'}
            />
          )}
        </div>
        <EntrySummary orderId={orderId} mayCopy={aim.kind === 'new'} />
      </div>
      <EntryFoot
        isSaving={saving.isSaving}
        isPlannable={editable.start}
        onCancel={leave}
        onSaveDraft={() => {
          draft.park()
          toasts.done(t`Draft saved on this device`)
          leave()
        }}
        onSave={start}
      />
    </FormProvider>
  )
}

function Crumb({ title }: { title: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <Link to="/orders" className="text-ink-2 hover:text-ink">
        <Trans>Orders</Trans>
      </Link>
      <ChevronRight size={13} className="text-ink-3" aria-hidden="true" />
      {title}
    </span>
  )
}

/** Saves what is entered, and opens the order or the planning board. */
function useStart(form: UseFormReturn<EntryForm>, aim: EntryAim, onSaved: () => void) {
  const navigate = useNavigate()
  const openPlanning = useOpenPlanning()
  const goesPlanning = useRef(false)
  const saving = useSaving(form, aim, (orderId) => {
    onSaved()
    if (goesPlanning.current) void openPlanning(orderId)
    else void navigate({ to: '/orders/$orderId', params: { orderId } })
  })
  const start = (plans: boolean) => {
    goesPlanning.current = plans
    saving.save()
  }
  return { saving, start }
}

/** Whose drafts and last choices these are: of one person in one tenant. */
function useOwner(): string {
  const session = useQuery(sessionQuery).data
  return !session ? '' : `${session.tenant.tenant_id}.${session.user.user_id}`
}

/** Escape leaves the page, once nothing that lies over it takes the key. */
function useEscape(leave: () => void): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      // The palette is there before it is shown.
      const over = document.querySelectorAll('[role=dialog],[role=menu],[role=listbox]')
      if (![...over].some((one) => one.checkVisibility())) leave()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [leave])
}

function Failed({ error }: { error: Error }) {
  return (
    <div className="p-4">
      <ErrorPanel {...failureOf(error)} />
    </div>
  )
}
