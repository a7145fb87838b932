import type { PortalDocument, PortalOrder, PortalStop } from '@cartage/contract/doors/app/portal'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Copy, Download } from '../../ui/icons.tsx'
import { DoorMap } from '../kit/door-map.tsx'
import { dayText } from '../kit/moment.ts'
import { DoorNotice } from '../kit/notice.tsx'
import { RailStop } from '../kit/rail.tsx'
import { StopTimes } from '../kit/stop-times.tsx'
import { roleLabels } from '../tracking/labels.ts'
import { Charges } from './charges.tsx'
import { documentLabel, documentLabels, portalStateLabels } from './labels.ts'
import { BackLink, LoadFailure, PlaceLink, PortalCard, StateTag } from './parts.tsx'
import { orderQuery, useDownload } from './portal.queries.ts'
import { Requests } from './requests.tsx'

/** One order of the customer. */
export function OrderScreen({ orderId }: { orderId: string }) {
  const { data: order, error } = useQuery(orderQuery(orderId))
  return (
    <>
      <BackLink />
      {error && !order && <LoadFailure error={error} />}
      {order && <Shown order={order} />}
    </>
  )
}

function Shown({ order }: { order: PortalOrder }) {
  const { t } = useLingui()
  const { order_id, goods, documents, charges, stops, position } = order
  return (
    <>
      <Head order={order} />
      {charges.length > 0 && <Charges orderId={order_id} charges={charges} />}
      <div className="grid gap-4 md:grid-cols-[minmax(0,1fr)_minmax(0,380px)] md:items-start">
        <PortalCard title={t`Stops`}>
          <ol>
            {stops.map((stop, at) => (
              <RailStop
                // biome-ignore lint/suspicious/noArrayIndexKey: a stop of an order has no other name here
                key={at}
                state={stop.state}
                place={at + 1}
                isLast={at === stops.length - 1}
              >
                <Stop stop={stop} />
              </RailStop>
            ))}
          </ol>
        </PortalCard>
        <div className="grid gap-4">
          <DoorMap stops={stops} position={position} />
          <PortalCard title={t`Documents`}>
            {documents.length === 0 ? (
              <p className="text-ink-2">{t`No documents yet`}</p>
            ) : (
              <Documents orderId={order_id} documents={documents} />
            )}
          </PortalCard>
          {goods.length > 0 && <Goods goods={goods} />}
          <Requests order={order} />
        </div>
      </div>
    </>
  )
}

function Head({ order }: { order: PortalOrder }) {
  const { t } = useLingui()
  const { order_id, order_number, reference, container_number, state } = order
  return (
    <section className="door-card grid gap-3 p-4">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <h1 className="text-[22px] font-semibold leading-7">{t`Order ${order_number}`}</h1>
          {reference !== null && (
            <p className="text-[15px] break-words text-ink-2">{t`Your reference: ${reference}`}</p>
          )}
          {container_number !== null && (
            <p className="tnum text-[15px] text-ink-2">{t`Container ${container_number}`}</p>
          )}
        </div>
        <StateTag state={state} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-ink-2">{t(portalStateLabels[state].text)}</p>
        <PlaceLink to={{ at: 'entry', orderId: order_id }} className="door-button door-button-outline">
          <Copy size={18} aria-hidden="true" />
          {t`Order again`}
        </PlaceLink>
      </div>
    </section>
  )
}

function Stop({ stop }: { stop: PortalStop }) {
  const { t } = useLingui()
  const town = [stop.postal_code, stop.city].filter(Boolean).join(' ')
  const place = [stop.address, town, stop.country].filter(Boolean).join(', ')
  return (
    <>
      <h3 className="font-semibold break-words">{stop.name ?? town}</h3>
      <p className="text-[15px] break-words text-ink-2">{place}</p>
      <p className="text-[15px] text-ink-2">{t(roleLabels[stop.role])}</p>
      <StopTimes stop={stop} />
    </>
  )
}

function Documents({ orderId, documents }: { orderId: string; documents: readonly PortalDocument[] }) {
  const { t, i18n } = useLingui()
  const download = useDownload(orderId)
  return (
    <>
      {download.error && <DoorNotice tone="red" title={t`The file could not be loaded.`} />}
      <ul className="grid gap-2">
        {documents.map(({ document_id, name, type, created_at }) => (
          <li key={document_id}>
            <button
              type="button"
              className="door-button door-button-outline w-full justify-between! py-2 text-left"
              onClick={() => download.mutate(document_id)}
            >
              <span className="min-w-0">
                <span className="block truncate">{t(documentLabels[type] ?? documentLabel)}</span>
                <span className="block truncate text-[14px] font-normal text-ink-2">
                  {dayText(i18n, created_at)} · {name}
                </span>
              </span>
              <Download size={18} className="shrink-0" aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

function Goods({ goods }: Pick<PortalOrder, 'goods'>) {
  const { t, i18n } = useLingui()
  return (
    <PortalCard title={t`Goods`}>
      <ul className="grid gap-2">
        {goods.map(({ description, quantity, packaging, weight_kg }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a good has no other name here
          <li key={at} className="flex items-baseline justify-between gap-3">
            <span className="min-w-0 break-words">
              {[quantity === null ? null : i18n.number(quantity), packaging, description].filter(Boolean).join(' ')}
            </span>
            {weight_kg !== null && <span className="tnum shrink-0 text-ink-2">{i18n.number(weight_kg)} kg</span>}
          </li>
        ))}
      </ul>
    </PortalCard>
  )
}
