import type { PriceIndexRecord } from '@cartage/contract/rates/app/indexes'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, useState } from 'react'
import { Loaded } from '../../records/loaded.tsx'
import { usePermission } from '../../session/permission.ts'
import { usePageTitle } from '../../shell/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { useReaderLanguage } from '../../ui/form/reader-language.ts'
import { FileUp, Pencil, Plus, TriangleAlert } from '../../ui/icons.tsx'
import { LateDialog } from '../../ui/overlay/late-dialog.tsx'
import { RecordFrame, RecordNotice } from '../../ui/page/record-frame.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { todayOf } from '../../ui/time/zone.ts'
import { useDayText } from '../days.tsx'
import { decimalText } from '../decimal-text.ts'
import { dayAfter } from '../validity.ts'
import { endOfIndex } from './index-end.ts'
import { priceIndexesQuery } from './queries.ts'
import { IndexState } from './state.tsx'

// Loaded on first use.
const ImportValuesDialog = lazy(async () => ({ default: (await import('./import.dialog.tsx')).ImportValuesDialog }))
const EditIndexDialog = lazy(async () => ({ default: (await import('./edit.dialog.tsx')).EditIndexDialog }))
const ValueDialog = lazy(async () => ({ default: (await import('./value.dialog.tsx')).ValueDialog }))

const indexRoute = getRouteApi('/shell/rates/indexes/$indexId')

/** One index with its values by day, and actions to add and import them. */
export function PriceIndexPage() {
  const { t } = useLingui()
  const { indexId } = indexRoute.useParams()
  const query = useQuery(priceIndexesQuery)
  const mayWrite = usePermission('rate.write')
  const [asked, setAsked] = useState<'value' | 'import' | 'edit'>()
  const index = query.data?.items.find(({ price_index_id }) => price_index_id === indexId)
  usePageTitle(index?.name ?? t`Index`)
  const close = () => setAsked(undefined)
  return (
    <RecordFrame
      list={{ to: '/rates/indexes', title: t`Indexes` }}
      name={index?.name}
      copies={index && { text: index.code, label: t`Copy code` }}
      status={index && <IndexState index={index} />}
      actions={
        index &&
        mayWrite && (
          <>
            <Button icon={Pencil} onClick={() => setAsked('edit')}>
              <Trans>Edit…</Trans>
            </Button>
            <Button icon={FileUp} onClick={() => setAsked('import')}>
              <Trans>Import…</Trans>
            </Button>
            <Button variant="brand" icon={Plus} onClick={() => setAsked('value')}>
              <Trans>Add value</Trans>
            </Button>
          </>
        )
      }
      notices={index && <EndNotice index={index} />}
    >
      <div className="min-h-0 flex-1 overflow-y-auto p-4">
        <Loaded query={query}>
          {() => (index ? <Values index={index} /> : <p className="text-ink-2">{t`This index does not exist.`}</p>)}
        </Loaded>
      </div>
      {index && asked === 'value' && (
        <LateDialog>
          <ValueDialog index={index} onClose={close} />
        </LateDialog>
      )}
      {index && asked === 'edit' && (
        <LateDialog>
          <EditIndexDialog index={index} onClose={close} />
        </LateDialog>
      )}
      {index && asked === 'import' && (
        <LateDialog>
          <ImportValuesDialog index={index} onClose={close} />
        </LateDialog>
      )}
    </RecordFrame>
  )
}

/** Warns of the end of an index. */
function EndNotice({ index }: { index: PriceIndexRecord }) {
  const dayText = useDayText()
  const { state, lastDay } = endOfIndex(index, todayOf(new Date()))
  if (state === 'LASTING') return null
  const last = lastDay === null ? '' : dayText(lastDay)
  return (
    <RecordNotice tone={state === 'ENDING' ? 'amber' : 'red'}>
      <TriangleAlert size={14} className="shrink-0" aria-hidden="true" />
      {state === 'EMPTY' ? (
        <Trans>No values yet. Lines that use this index fail until you add one.</Trans>
      ) : state === 'ENDED' ? (
        <Trans>The last value ended on {last}. Lines that use this index fail from then on.</Trans>
      ) : (
        <Trans>The last value ends on {last}. Enter the next one in time.</Trans>
      )}
    </RecordNotice>
  )
}

type Value = PriceIndexRecord['values'][number]

function Values({ index }: { index: PriceIndexRecord }) {
  const { t } = useLingui()
  const language = useReaderLanguage()
  const dayText = useDayText()
  const { values, lasts_days } = index
  const lastOf = ({ valid_from }: Value) => {
    const next = values[values.findIndex((one) => one.valid_from === valid_from) - 1]
    const ends = [
      ...(next ? [dayAfter(next.valid_from, -1)] : []),
      ...(lasts_days === null ? [] : [dayAfter(valid_from, lasts_days - 1)]),
    ]
    return ends.toSorted()[0]
  }
  return (
    <div className="grid max-w-[640px] gap-3">
      <p className="text-ink-2">
        {index.source}{' '}
        {lasts_days !== null && (
          <Plural value={lasts_days} one="A value lasts at most # day." other="A value lasts at most # days." />
        )}
      </p>
      <PlainTable<Value>
        label={t`Values`}
        rows={values}
        keyOf={(one) => one.valid_from}
        columns={[
          { id: 'from', title: t`From`, cell: (one) => dayText(one.valid_from) },
          {
            id: 'to',
            title: t`Until`,
            cell: (one) => {
              const last = lastOf(one)
              return last === undefined ? <span className="text-ink-3">—</span> : dayText(last)
            },
          },
          {
            id: 'value',
            title: t`Value`,
            align: 'right',
            cell: (one) => <span className="tnum font-medium">{decimalText(one.value, language)}</span>,
          },
        ]}
      />
    </div>
  )
}
