import type { SimilarOrder } from '@cartage/contract/orders/app/entry'
import { readDay } from '@cartage/contract/reading/day'
import { readNumber } from '@cartage/contract/reading/number'
import type { Reading } from '@cartage/contract/reading/reading'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { FieldPath, UseFormReturn } from 'react-hook-form'
import { failureOf } from '../../api/failure.ts'
import { randomKey } from '../../api/random-key.ts'
import { refresh } from '../../api/refresh.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { numberFault } from '../../ui/form/number-reading.tsx'
import { languageOf } from '../../ui/form/reader-language.ts'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { todayOf } from '../../ui/time/zone.ts'
import { checkForm, type EntryFault, type FaultKind, placedFaults } from './form-faults.ts'
import type { EntryForm } from './form-model.ts'
import { focusField } from './notices.tsx'
import { dropsContainer, orderOf } from './order-of-form.ts'
import { type Aim, findSimilar, sendOrder } from './queries.ts'

/** A new order, one of a failed upload, or a change. */
export type EntryAim =
  | { kind: 'new' }
  | { kind: 'correction'; uploadId: string }
  | { kind: 'change'; orderId: string; version: number }

const nothing: readonly EntryFault[] = []

/**
 * Validates, warns of similar orders, sends, waits, and shows errors at their fields.
 * @param refused errors of an earlier attempt
 */
export function useSaving(
  form: UseFormReturn<EntryForm>,
  aim: EntryAim,
  refused: readonly EntryFault[] = nothing,
  onSaved: (orderId: string) => void,
) {
  const { i18n } = useLingui()
  const labels = useFaultLabels()
  const toasts = useToasts()
  const queryClient = useQueryClient()
  const { faults, requestId, show } = useFaults(form, refused)
  const [similar, setSimilar] = useState<SimilarOrder[]>([])
  const [isOvertaken, setIsOvertaken] = useState(false)
  // One key per attempt: resending a lost request does not create a second order.
  const key = useRef(randomKey())

  const saving = useMutation({
    async mutationFn(isSure: boolean) {
      if (!(await choicesReady())) return undefined
      const values = form.getValues()
      const reading: Reading = { today: todayOf(new Date()), language: languageOf(i18n.locales) }
      const found = checkForm(values, reading)
      const textOfCode = (field: string | null, kind: FaultKind) => {
        const text =
          kind === 'number' && field !== null ? String(form.getValues(field as FieldPath<EntryForm>)) : undefined
        return (text && numberFault(text, readNumber(text, reading), reading.language)) ?? labels[kind]
      }
      show(found.map(({ field, message }) => ({ field, message: textOfCode(field, message) })))
      if (found.length > 0) return undefined
      const others = await findSimilar(likenessOf(values, reading, aim))
      setSimilar(others)
      if (others.length > 0 && !isSure) return undefined
      return await sendOrder(
        sentAs(aim, key.current),
        orderOf(values, reading, aim.kind === 'change'),
        dropsContainer(values),
      )
    },
    onSuccess(record) {
      if (record === undefined) return
      key.current = randomKey()
      if (record.upload_status === 'ERROR') return show(placedFaults(record.errors ?? []))
      void refresh(queryClient, 'order')
      if (record.order_id) onSaved(record.order_id)
      else show([{ field: null, message: labels.waiting }])
    },
    onError(error) {
      const failure = failureOf(error)
      if (failure.status !== undefined && failure.status < 500) key.current = randomKey()
      // A change can also fail because another user saved first.
      if (aim.kind === 'change' && failure.code === 'state_conflict') return setIsOvertaken(true)
      if (failure.items.length > 0) show(placedFaults(failure.items), failure.requestId)
      else toasts.failed(failure)
    },
  })
  return {
    /** @param isSure saves despite similar orders. Not set by the second press of a double-click */
    save(isSure = false) {
      if (!saving.isPending) saving.mutate(isSure)
    },
    isSaving: saving.isPending,
    faults,
    requestId,
    similar,
    /** Another user changed the order meanwhile. */
    isOvertaken,
  }
}

/** Errors by field and as a list, with the id of the request that found them. */
function useFaults(form: UseFormReturn<EntryForm>, refused: readonly EntryFault[]) {
  const [faults, setFaults] = useState(refused)
  const [requestId, setRequestId] = useState<string>()
  useEffect(() => markFields(form, refused), [form, refused])
  return {
    faults,
    requestId,
    show(found: EntryFault[], request?: string) {
      markFields(form, found)
      setFaults(found)
      setRequestId(request)
      const first = found.find(({ field }) => field !== null)?.field
      if (first) requestAnimationFrame(() => focusField(first))
    },
  }
}

function markFields(form: UseFormReturn<EntryForm>, faults: readonly EntryFault[]): void {
  form.clearErrors()
  for (const { field, message } of faults) {
    if (field !== null) form.setError(field as FieldPath<EntryForm>, { message })
  }
}

function sentAs(aim: EntryAim, key: string): Aim {
  if (aim.kind === 'change') return aim
  return { kind: 'new', key, ...(aim.kind === 'correction' && { corrects: aim.uploadId }) }
}

/**
 * Waits briefly for fields whose choice is still loading. A field with text but without a choice gets the focus.
 * @returns whether every field with text has a choice
 */
async function choicesReady(): Promise<boolean> {
  // The key that saves may also choose an entry: its field shows only a moment later that it is loading.
  await pause(0)
  for (let attempt = 0; attempt < 60 && document.querySelector('[data-awaited]'); attempt += 1) await pause(50)
  const unchosen = document.querySelector<HTMLInputElement>('[data-unchosen] input')
  unchosen?.focus()
  return unchosen === null
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function likenessOf(values: EntryForm, reading: Reading, aim: EntryAim) {
  const first = values.consignments[0]?.pickup.date ?? ''
  return {
    order_identifier: aim.kind === 'new' ? values.identifier.trim() || null : null,
    customer_id: values.customer?.company_id ?? null,
    customer_reference_number: values.reference.trim() || null,
    pickup_on: readDay(first, reading.today, reading.language) ?? null,
    except: aim.kind === 'change' ? aim.orderId : null,
  }
}

function useFaultLabels(): Record<FaultKind | 'waiting', string> {
  const { t } = useLingui()
  return {
    customer: t`Choose a customer.`,
    place: t`Choose or enter a location.`,
    'no-day': t`Enter a date.`,
    day: t`Date not recognised. Try 25-11, tomorrow, +2.`,
    window: t`Time not recognised. Try 8:30 or 8-12.`,
    number: t`Not a number. Use 4500 or 4500,5.`,
    activity: t`Choose an activity.`,
    waiting: t`The order was accepted and is still being processed. Check the order list in a minute before saving again.`,
  }
}
