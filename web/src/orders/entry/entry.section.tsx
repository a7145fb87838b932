import type { OrderEditable } from '@cartage/contract/orders/app/record'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef } from 'react'
import { FormProvider, type UseFormReturn, useForm } from 'react-hook-form'
import { failureOf } from '../../api/failure.ts'
import { remember } from '../../device/storage.ts'
import { sessionQuery } from '../../session/queries.ts'
import { useCommands } from '../../shell/commands.ts'
import { ChevronRight, Save } from '../../ui/icons.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { EntryFields } from './entry.form.tsx'
import { EntryFooter, useOpenPlanning } from './entry-footer.tsx'
import { useFieldLabels } from './field.labels.ts'
import type { EntryFault } from './form-faults.ts'
import type { EntryForm } from './form-model.ts'
import { LeaveGuard } from './leave-guard.tsx'
import type { Typed } from './merge-forms.ts'
import { FaultSummary, focusField, SimilarNotice } from './notices.tsx'
import { orderReferenceQuery } from './queries.ts'
import { EntrySummary } from './summary.section.tsx'
import { TemplatePicker } from './template-picker.tsx'
import { useDraft } from './use-draft.ts'
import { type EntryAim, useSaving } from './use-save.ts'

/** A new order can be changed everywhere. */
export const allEditable: OrderEditable = {
  customer: true,
  start: true,
  transport: true,
  references: true,
  frozen_stops: [],
}

// Few orders have a draft or a conflict, so the notices are loaded on first use.
const late = () => import('./late-notices.tsx')
const DraftNotice = lazy(async () => ({ default: (await late()).DraftNotice }))
const ConflictNotice = lazy(async () => ({ default: (await late()).ConflictNotice }))
const UnkeptNotice = lazy(async () => ({ default: (await late()).UnkeptNotice }))

/** Notices of an earlier draft and of a conflicting change. */
function LateNotices({
  form,
  draft,
  orderId,
  reloading,
  isOvertaken,
}: Pick<EntryProps, 'reloading'> & {
  form: UseFormReturn<EntryForm>
  draft: ReturnType<typeof useDraft>
  orderId: string | undefined
  isOvertaken: boolean
}) {
  const nameOf = useFieldLabels()
  return (
    <Suspense>
      {draft.offered && <DraftNotice at={draft.offered.at} onRestore={draft.restore} onDrop={draft.drop} />}
      {orderId !== undefined && reloading && isOvertaken && (
        <ConflictNotice orderId={orderId} nameOf={nameOf} getTyped={form.getValues} {...reloading} />
      )}
      {reloading?.unkept && !isOvertaken && <UnkeptNotice unkept={reloading.unkept} nameOf={nameOf} />}
    </Suspense>
  )
}

interface EntryProps {
  title: string
  initial: EntryForm
  aim: EntryAim
  editable: OrderEditable
  /** Number of the edited order. */
  number?: string | undefined
  owner: string
  /** Errors of an earlier attempt. The array must be stable for the same order. */
  refused?: readonly EntryFault[]
  /** Field that gets the focus first. */
  firstField: string
  /** For a changed order: how to reload it after another user's change. */
  reloading?: Reloading | undefined
}

/** How to reload an order that another user changed, without losing typed input. */
export interface Reloading {
  /** The order as it was opened. */
  before: EntryForm
  onReload: (typed: EntryForm) => Promise<void>
  /** Typed input that could not be merged. Undefined before the reload. */
  unkept?: readonly Typed[] | undefined
}

/** Form for entering, correcting or changing an order. */
export function Entry({ title, initial, aim, editable, number, owner, refused, firstField, reloading }: EntryProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const toasts = useToasts()
  const reference = useQuery(orderReferenceQuery)
  const form = useForm<EntryForm>({ defaultValues: initial })
  const version = aim.kind === 'change' ? aim.version : null
  const draft = useDraft(form, `draft.${owner}.${draftOf(aim)}`, version, reloading?.unkept !== undefined)
  const { saving, start } = useStart(form, aim, refused, () => {
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
      {!editable.transport && (
        <p role="status" className="border-b border-line bg-sunken px-5 py-2 text-ink-2">
          <Trans>Completed order: only references and instructions can be edited.</Trans>
        </p>
      )}
      <LateNotices {...{ form, draft, orderId, reloading }} isOvertaken={saving.isOvertaken} />
      <FaultSummary faults={saving.faults} requestId={saving.requestId} />
      <SimilarNotice orders={saving.similar} isBusy={saving.isSaving} onSave={() => saving.save(true)} />
      <div className="min-h-0 flex-1 max-xl:overflow-y-auto xl:flex">
        <div className="min-w-0 flex-1 xl:overflow-y-auto">
          {reference.error && <Failed error={reference.error} />}
          {reference.data && (
            <EntryFields
              reference={reference.data}
              editable={editable}
              owner={owner}
              isChange={aim.kind === 'change'}
              hasIdentifier={aim.kind !== 'new'}
            />
          )}
        </div>
        <EntrySummary orderId={orderId} mayCopy={aim.kind === 'new'} />
      </div>
      <EntryFooter
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

/** Storage key of a draft on this device. */
function draftOf(aim: EntryAim): string {
  if (aim.kind === 'correction') return `upload.${aim.uploadId}`
  return aim.kind === 'change' ? aim.orderId : 'new'
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

/** Saves the form, then opens the order or the planning board. */
function useStart(
  form: UseFormReturn<EntryForm>,
  aim: EntryAim,
  refused: readonly EntryFault[] | undefined,
  onSaved: () => void,
) {
  const navigate = useNavigate()
  const openPlanning = useOpenPlanning()
  const goesPlanning = useRef(false)
  const saving = useSaving(form, aim, refused, (orderId) => {
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

/** Owner of drafts and recent choices: one user in one tenant. */
export function useOwner(): string {
  const session = useQuery(sessionQuery).data
  return !session ? '' : `${session.tenant.tenant_id}.${session.user.user_id}`
}

/** Escape leaves the page unless an overlay takes the key. */
function useEscape(leave: () => void): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      // The palette is mounted before it is shown.
      const over = document.querySelectorAll('[role=dialog],[role=menu],[role=listbox]')
      if (![...over].some((one) => one.checkVisibility())) leave()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [leave])
}

/** Error state of a failed request. */
export function Failed({ error }: { error: Error }) {
  return (
    <div className="p-4">
      <ErrorPanel {...failureOf(error)} />
    </div>
  )
}
