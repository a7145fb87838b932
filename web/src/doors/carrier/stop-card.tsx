import type { CarrierStop } from '@cartage/contract/doors/app/carrier'
import { withOpeningHours } from '@cartage/contract/reading/opening-hours'
import { hoursText } from '@cartage/contract/reading/time-units'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Check, FileText, FileUp, Phone, TriangleAlert } from '../../ui/icons.tsx'
import { goodsLine } from '../kit/goods-line.ts'
import { momentText, timeText } from '../kit/moment.ts'
import { documentLabel, kindLabel } from './labels.ts'
import { ReportForm } from './report.form.tsx'
import { UploadForm } from './upload.form.tsx'

interface StopCardProps {
  stop: CarrierStop
  canReport: boolean
  canUpload: boolean
}

/** A stop with its details and report actions. */
export function StopCard({ stop, canReport, canUpload }: StopCardProps) {
  const { t } = useLingui()
  const { place } = stop
  const town = [place.postal_code, place.city, place.country].filter((part) => part !== null).join(' ')
  return (
    <div className="grid gap-3">
      <div>
        <p className="text-[14px] font-medium text-ink-3">{t(kindLabel(stop.kind))}</p>
        <h2 className="font-semibold">{place.name ?? town}</h2>
        {place.address !== null && <p className="text-[15px] text-ink-2">{place.address}</p>}
        {place.name !== null && <p className="text-[15px] text-ink-2">{town}</p>}
        <StopTimes stop={stop} />
        <Crossing stop={stop} />
      </div>
      <StopFacts stop={stop} />
      {stop.documents.length > 0 && (
        <ul aria-label={t`Documents`} className="grid gap-1">
          {stop.documents.map(({ document_id, document_type, name }) => (
            <li key={document_id} className="flex items-center gap-2 text-[15px]">
              <FileText size={18} className="shrink-0 text-ink-3" />
              <span className="min-w-0 flex-1 truncate">
                {t(documentLabel(document_type))} · {name}
              </span>
              <Check size={18} className="shrink-0 text-green" />
            </li>
          ))}
        </ul>
      )}
      <StopActions stop={stop} canReport={canReport} canUpload={canUpload} />
    </div>
  )
}

function StopTimes({ stop }: { stop: CarrierStop }) {
  const { t, i18n } = useLingui()
  const zone = stop.place.time_zone
  const { planned_start_at, actual_start_at, actual_end_at } = stop
  const planned = planned_start_at === null ? '' : momentText(i18n, planned_start_at, zone)
  const arrived = actual_start_at === null ? '' : momentText(i18n, actual_start_at, zone)
  const left = actual_end_at === null ? '' : timeText(i18n, actual_end_at, zone)
  return (
    <div className="tnum pt-1">
      {arrived !== '' && left !== '' && <p className="font-medium">{t`Arrived ${arrived}, left ${left}`}</p>}
      {arrived !== '' && left === '' && <p className="font-medium">{t`Arrived ${arrived}`}</p>}
      {arrived === '' && left !== '' && <p className="font-medium">{t`Left ${left}`}</p>}
      {planned !== '' && (
        <p className={arrived + left === '' ? 'font-medium' : 'text-[14px] text-ink-3'}>{t`Planned: ${planned}`}</p>
      )}
    </div>
  )
}

/** CROSS-7: the ferry or train that connects this stop with the next one. */
function Crossing({ stop: { crossing, place } }: { stop: CarrierStop }) {
  const { t, i18n } = useLingui()
  if (!crossing) return null
  const { kind, line, minutes, departs_at, berth } = crossing
  const departure = departs_at === null ? '' : momentText(i18n, departs_at, place.time_zone)
  const parts = [
    [kind === 'TRAIN' ? t`Train` : t`Ferry`, line].filter((part) => part !== null).join(' '),
    hoursText(i18n.locale, minutes),
    departure === '' ? '' : t`departs ${departure}`,
    berth === 'CABIN' ? t`cabin` : berth === 'BUNK' ? t`bunk` : '',
  ]
  return <p className="tnum text-[15px]">{parts.filter((part) => part !== '').join(' · ')}</p>
}

function StopFacts({ stop }: { stop: CarrierStop }) {
  const { t, i18n } = useLingui()
  const { order_number, reference_number, container_number, pin_code, seal_number, phone_number } = stop
  const facts: readonly (readonly [string, string | null])[] = [
    [t`Order`, order_number],
    [t`Reference`, reference_number],
    [t`Container`, container_number],
    [t`Collection code`, pin_code],
    [t`Seal`, seal_number],
  ]
  const instructions = [stop.note, withOpeningHours(stop.place.description ?? '', i18n.locale)]
    .filter((text) => text !== '')
    .join('\n')
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-[15px]">
        {facts.map(
          ([label, value]) =>
            value !== null && (
              <div key={label} className="contents">
                <dt className="text-ink-3">{label}</dt>
                <dd className="min-w-0 break-words">{value}</dd>
              </div>
            ),
        )}
      </dl>
      {stop.goods.length > 0 && (
        <ul aria-label={t`Goods`} className="grid gap-1 text-[15px]">
          {stop.goods.map((line) => (
            <li key={line}>{goodsLine(line, i18n.locale)}</li>
          ))}
        </ul>
      )}
      {stop.dangerous_goods.length > 0 && (
        <div className="rounded-[10px] bg-amber-soft p-3 text-[15px]">
          <p className="flex items-center gap-2 font-semibold text-amber">
            <TriangleAlert size={18} />
            {t`Dangerous goods`}
          </p>
          {stop.dangerous_goods.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      )}
      {instructions !== '' && (
        <p className="whitespace-pre-line rounded-[10px] bg-hover p-3 text-[15px]">{instructions}</p>
      )}
      {phone_number !== null && (
        <a className="door-button door-button-outline" href={`tel:${phone_number}`}>
          <Phone size={18} />
          {phone_number}
        </a>
      )}
    </>
  )
}

function StopActions({ stop, canReport, canUpload }: StopCardProps) {
  const { t } = useLingui()
  const [opened, setOpened] = useState<'report' | 'upload' | undefined>(undefined)
  const close = () => setOpened(undefined)
  const report = stop.status === 'AT_STOP' ? ('LEFT' as const) : ('ARRIVED' as const)
  if (opened === 'report') return <ReportForm stopId={stop.stop_id} report={report} onClose={close} />
  if (opened === 'upload') return <UploadForm stop={stop} onClose={close} />
  return (
    <div className="grid gap-3">
      {canReport && stop.status !== 'COMPLETED' && (
        <button type="button" className="door-button door-button-brand" onClick={() => setOpened('report')}>
          {report === 'ARRIVED' ? t`Arrived…` : t`Left…`}
        </button>
      )}
      {canUpload && (
        <button type="button" className="door-button door-button-outline" onClick={() => setOpened('upload')}>
          <FileUp size={20} />
          {t`Upload document`}
        </button>
      )}
    </div>
  )
}
