import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import './chart.css'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { homeZone } from '../ui/time/home-zone.ts'
import { dateText, timeText } from '../ui/time/zone.ts'
import type { Series } from './series.ts'

const height = 220

/** Requests over time with a line for the limit. A table shows the same. */
export function UsageChart({ series, most }: { series: Series; most: number | undefined }) {
  const { t } = useLingui()
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<uPlot>(undefined)
  // Kept for the next drawing.
  const data = useRef<uPlot.AlignedData>([[], [], [], []])
  const hasLimit = most !== undefined
  const words = [t`Allowed`, t({ message: 'Rejected', context: 'calls' }), t`Limit`, t`Time`].join('|')

  useEffect(() => {
    const box = place.current
    if (!box) return
    const draw = () => {
      chart.current?.destroy()
      chart.current = new uPlot(optionsOf(box.clientWidth, words.split('|'), hasLimit), data.current, box)
    }
    draw()
    const resized = new ResizeObserver(() => chart.current?.setSize({ width: box.clientWidth, height }))
    resized.observe(box)
    // Colours are read once, so a theme change redraws the chart.
    const themed = new MutationObserver(draw)
    themed.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => {
      resized.disconnect()
      themed.disconnect()
      chart.current?.destroy()
    }
  }, [words, hasLimit])

  useEffect(() => {
    const limit = series.at.map(() => (most === undefined ? null : most))
    data.current = [series.at, series.admitted, series.refused, limit]
    chart.current?.setData(data.current)
  }, [series, most])

  return <div ref={place} aria-hidden="true" className="w-full" style={{ height: height + 34 }} />
}

function optionsOf(width: number, [admitted, refused, limit, time]: string[], hasLimit: boolean): uPlot.Options {
  const axis = {
    stroke: colour('--ink-3'),
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
    font: '11px Inter Variable, sans-serif',
  }
  return {
    width,
    height,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), homeZone()),
    legend: { live: true },
    axes: [
      { ...axis, values: (_self, seconds) => seconds.map(timeLabels) },
      { ...axis, size: 52 },
    ],
    scales: { y: { range: (_self, _low, high) => [0, Math.max(5, high * 1.1)] } },
    series: [
      { label: time!, value: '{YYYY}-{MM}-{DD} {HH}:{mm}' },
      {
        label: admitted!,
        stroke: colour('--brand'),
        fill: colour('--brand-soft'),
        width: 1.5,
        points: { show: false },
      },
      { label: refused!, stroke: colour('--red'), width: 1.5, points: { show: false } },
      { label: limit!, stroke: colour('--amber'), dash: [6, 4], width: 1, points: { show: false }, show: hasLimit },
    ],
  }
}

/** Time of day, or the date at midnight, in the tenant's time zone. */
function timeLabels(seconds: number): string {
  const time = timeText(seconds * 1_000)
  return time === '00:00' ? dateText(seconds * 1_000).slice(5) : time
}

function colour(token: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(token)
}
