import { previewOrder } from '@cartage/contract/charges/app/preview'
import type { Request } from '@cartage/contract/endpoint'
import type { Reading } from '@cartage/contract/reading/reading'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callDry } from '../../api/call.ts'
import type { EntryForm, StopForm } from './form-model.ts'
import { orderOf } from './order-of-form.ts'

type PreviewBody = Request<typeof previewOrder>['body']

/** Request body of the preview. Undefined while the form has no customer, place or day. */
export function previewBody(form: EntryForm, reading: Reading, except: string | null): PreviewBody | undefined {
  const stops = form.consignments.flatMap(({ pickup, delivery }): StopForm[] => [pickup, delivery])
  const isEmpty = stops.every(({ place, date }) => place === null && date.trim() === '')
  if (form.customer?.company_id == null && isEmpty) return undefined
  const { transport_service, service_level, container, setup_stops, teardown_stops, consignments } = orderOf(
    form,
    reading,
    false,
  )
  return {
    customer_id: form.customer?.company_id ?? null,
    except,
    order: {
      transport_service,
      service_level,
      container,
      setup_stops,
      teardown_stops,
      consignments: consignments ?? [],
    },
  }
}

/** Route, price, warnings and similar orders of the entry. Keeps the previous result while loading. */
export function previewQuery(body: PreviewBody | undefined) {
  return queryOptions({
    queryKey: ['order-preview', body],
    queryFn: () => callDry(previewOrder, { body: body! }),
    enabled: body !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    gcTime: 60_000,
    retry: false,
  })
}
