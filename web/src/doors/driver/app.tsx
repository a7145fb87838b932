import type { DoorLanguage } from '@cartage/contract/reading/languages'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { currentVisit, visitsOf } from './acts.ts'
import { DriverContext } from './context.ts'
import { DayScreen } from './day-screen.tsx'
import type { DriverModel } from './model.ts'
import { StopScreen } from './stop-screen.tsx'
import { type Texts, textsOf } from './texts.ts'

interface DriverAppProps {
  model: DriverModel
  first: { language: DoorLanguage; texts: Texts }
  onLanguage(language: DoorLanguage): void
}

/** Driver page: the day, or one of its stops. The phone's back button leads from the stop to the day. */
export function DriverApp({ model, first, onLanguage }: DriverAppProps) {
  const snapshot = useSyncExternalStore(model.subscribe, model.snapshot)
  const [spoken, setSpoken] = useState(first)
  const { stopId, openStop, openNext, closeStop } = useOpenStop()
  const choose = async (language: DoorLanguage) => {
    setSpoken({ language, texts: await textsOf(language) })
    onLanguage(language)
  }
  const visits = snapshot.shown.trips.flatMap(visitsOf)
  const at = visits.find(({ stops }) => stops.some(({ stop }) => stop.stop_id === stopId))
  const next = currentVisit(snapshot.shown)
  return (
    <DriverContext value={{ model, ...spoken }}>
      {at ? (
        <StopScreen
          key={at.stop.stop_id}
          visit={at}
          next={next?.stop.stop_id === at.stop.stop_id ? undefined : next}
          onNext={openNext}
          questions={snapshot.day?.questions ?? []}
          snapshot={snapshot}
          onBack={closeStop}
        />
      ) : (
        <DayScreen snapshot={snapshot} onOpen={openStop} onLanguage={(language) => void choose(language)} />
      )}
    </DriverContext>
  )
}

/** Keeps the open stop in the browser history, for the phone's back button. */
function useOpenStop() {
  const [stopId, setStopId] = useState(stopInHistory)
  useEffect(() => {
    const follow = () => setStopId(stopInHistory())
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [])
  const openStop = (id: string) => {
    history.pushState({ stopId: id }, '')
    setStopId(id)
  }
  /** Going back from the next stop leads to the day as well. */
  const openNext = (id: string) => {
    history.replaceState({ stopId: id }, '')
    setStopId(id)
  }
  const closeStop = () => {
    if (stopInHistory() !== undefined) history.back()
    setStopId(undefined)
  }
  return { stopId, openStop, openNext, closeStop }
}

function stopInHistory(): string | undefined {
  return (history.state as { stopId?: string } | null)?.stopId
}
