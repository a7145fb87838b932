import type { OrderPreview, PreviewPrice, RecentOrder } from '@cartage/contract/charges/app/preview'
import type { Reading } from '@cartage/contract/reading/reading'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { Amount } from '../../books/amount.tsx'
import { boundsOf } from '../../map/geometry.ts'
import { MapPanel } from '../../map/map-panel.tsx'
import { factLabelOf } from '../../rates/fact.labels.ts'
import { useReaderLanguage } from '../../ui/form/reader-language.ts'
import { CircleCheck, TriangleAlert } from '../../ui/icons.tsx'
import { OrderDay } from '../../ui/time/local-day.tsx'
import { minutesText } from '../../ui/time/minutes-text.ts'
import { todayOf } from '../../ui/time/zone.ts'
import type { EntryForm } from './form-model.ts'
import { previewBody, previewQuery } from './preview.queries.ts'
import { useWarningText } from './warning.labels.ts'

// Few towns are ambiguous: loaded with the first question.
const PlaceQuestions = lazy(async () => ({
  default: (await import('../../locations/place-questions.panel.tsx')).PlaceQuestions,
}))

/** Milliseconds without a keystroke before the summary is requested. */
const restMs = 400

/** Route, price, warnings and the latest similar orders of the entry. */
export function EntrySummary({ orderId, mayCopy }: { orderId: string | undefined; mayCopy: boolean }) {
  const { t } = useLingui()
  const form = useRestedForm()
  const language = useReaderLanguage()
  const body = useMemo(() => {
    const reading: Reading = { today: todayOf(new Date()), language }
    return previewBody(form, reading, orderId ?? null)
  }, [form, language, orderId])
  const { data, isError } = useQuery(previewQuery(body))
  const shown = body && data
  return (
    <aside
      aria-label={t`Summary`}
      className="grid shrink-0 content-start gap-4 border-line bg-sunken px-4 py-4 max-xl:border-t xl:w-[360px] xl:overflow-y-auto xl:border-l 2xl:w-[400px]"
    >
      {!shown && (
        <p className="text-[12px] text-ink-3">
          {isError ? (
            <Trans>The summary appears when all fields can be read.</Trans>
          ) : (
            <Trans>Distance, price and warnings appear here as you enter the order.</Trans>
          )}
        </p>
      )}
      {shown && (
        <>
          <Way preview={shown} />
          {shown.questions.length > 0 && (
            <Block title={t({ message: 'Place', context: 'noun' })}>
              <Suspense>
                <PlaceQuestions questions={shown.questions} />
              </Suspense>
            </Block>
          )}
          {shown.price && <Price price={shown.price} isEarly={isEarly(shown)} />}
          <Warnings preview={shown} />
          {shown.recent.length > 0 && <Recent orders={shown.recent} mayCopy={mayCopy} />}
        </>
      )}
    </aside>
  )
}

/** Form values, debounced while typing. */
function useRestedForm(): EntryForm {
  const { watch, getValues } = useFormContext<EntryForm>()
  const [values, setValues] = useState(() => structuredClone(getValues()))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const { unsubscribe } = watch(() => {
      clearTimeout(timer)
      timer = setTimeout(() => setValues(structuredClone(getValues())), restMs)
    })
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [watch, getValues])
  return values
}

function Block({ title, side, children }: { title: string; side?: ReactNode; children: ReactNode }) {
  return (
    <section className="grid gap-1.5">
      <div className="flex items-baseline gap-2">
        <h2 className="flex-1 text-[12px] font-semibold text-ink-2">{title}</h2>
        {side}
      </div>
      {children}
    </section>
  )
}

function Way({ preview: { places, way } }: { preview: OrderPreview }) {
  const { t, i18n } = useLingui()
  const bounds = useMemo(() => boundsOf(places), [places])
  const content = useMemo(() => {
    const marks = places.map(({ latitude, longitude }, at) => ({
      id: String(at),
      label: String(at + 1),
      latitude,
      longitude,
    }))
    return { places: marks.map((mark) => ({ ...mark, isDone: false })), planned: places }
  }, [places])
  return (
    <Block title={t`Route`}>
      {bounds && <MapPanel label={t`Map of the stops`} content={content} bounds={bounds} height={180} />}
      {way ? (
        <p className="tnum flex items-baseline gap-3">
          <span className="text-[18px] font-semibold">{i18n.number(way.distance_km)} km</span>
          <span className="text-ink-2">
            <Trans>{minutesText(way.driving_minutes)} driving</Trans>
          </span>
          {way.is_estimated && (
            <span className="text-[12px] text-ink-3">
              <Trans>estimated</Trans>
            </span>
          )}
        </p>
      ) : (
        <p className="text-[12px] text-ink-3">
          <Trans>The distance appears when all stops have a place.</Trans>
        </p>
      )}
    </Block>
  )
}

/** Whether stops still lack a place. Most prices cannot be calculated then, which is no error. */
function isEarly({ way, warnings }: OrderPreview): boolean {
  return way === null && !warnings.some(({ kind }) => kind === 'PLACE_UNKNOWN')
}

function Price({ price, isEarly }: { price: PreviewPrice; isEarly: boolean }) {
  const { t } = useLingui()
  const { total, currency, charges, result } = price
  const message = factLabelOf(price.message)
  const hasTotal = total !== null && charges.length > 0
  return (
    <Block
      title={t`Price`}
      side={
        hasTotal && (
          <span className="text-[18px] font-semibold">
            <Amount amount={total} currency={currency} />
          </span>
        )
      }
    >
      {charges.map(({ description, amount }) => (
        <div key={`${description} ${amount}`} className="flex gap-2 text-[12px] text-ink-2">
          <span className="min-w-0 flex-1 truncate">{description}</span>
          <Amount amount={amount} currency={currency} />
        </div>
      ))}
      {result !== 'COMPLETE' &&
        (isEarly ? (
          <p className="text-[12px] text-ink-3">
            <Trans>The price appears when all stops have a place.</Trans>
          </p>
        ) : (
          <p className="text-[12px] text-amber">{message}</p>
        ))}
      {result === 'COMPLETE' && <p className="text-[12px] text-ink-3">{message}</p>}
    </Block>
  )
}

function Warnings({ preview: { warnings } }: { preview: OrderPreview }) {
  const { t } = useLingui()
  const textOf = useWarningText()
  const texts = [...new Set(warnings.map(textOf))]
  return (
    <Block title={t`Check`}>
      <div role="status">
        <ul className="grid gap-1">
          {texts.map((text) => (
            <li key={text} className="flex gap-1.5 text-amber">
              <TriangleAlert size={13} className="mt-[3px] shrink-0" aria-hidden="true" />
              <span className="min-w-0">{text}</span>
            </li>
          ))}
          {texts.length === 0 && (
            <li className="flex gap-1.5 text-ink-2">
              <CircleCheck size={13} className="mt-[3px] shrink-0 text-green" aria-hidden="true" />
              <Trans>No warnings</Trans>
            </li>
          )}
        </ul>
      </div>
    </Block>
  )
}

function Recent({ orders, mayCopy }: { orders: readonly RecentOrder[]; mayCopy: boolean }) {
  const { t } = useLingui()
  return (
    <Block title={t`Last orders of this customer`}>
      <ul className="grid divide-y divide-line rounded-lg border border-line bg-surface">
        {orders.map((order) => (
          <li key={order.order_id} className="flex items-center gap-2 px-2.5 py-1.5">
            <div className="min-w-0 flex-1">
              <p className="truncate">
                <Link
                  to="/orders/$orderId"
                  params={{ orderId: order.order_id }}
                  target="_blank"
                  className="tnum inline-flex min-h-6 items-center font-semibold underline-offset-2 hover:underline"
                >
                  {order.order_number}
                </Link>{' '}
                <span className="pl-1">
                  {order.from_city ?? '—'} → {order.to_city ?? '—'}
                </span>
              </p>
              <p className="truncate text-[12px] text-ink-3">
                {order.pickup_on && <OrderDay date={order.pickup_on} />}
                {order.customer_reference_number && ` · ${order.customer_reference_number}`}
                {order.is_same_way && ` · ${t`same route`}`}
              </p>
            </div>
            {mayCopy && (
              <Link
                to="/orders/new"
                search={{ from: order.order_id }}
                className="btn btn-outline shrink-0"
                aria-label={t`Copy ${order.order_number}`}
              >
                <Trans>Copy</Trans>
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Block>
  )
}
