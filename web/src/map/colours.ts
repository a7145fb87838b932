/** Map colours. MapLibre reads only hexadecimal colours, while those of the style sheet arrive as lab(). */
export interface MapColours {
  sea: string
  land: string
  coast: string
  border: string
  river: string
  ink: string
  dot: string
  halo: string
  /** Vehicles on time, delayed, at a stop, and without a trip. */
  good: string
  late: string
  stopped: string
  idle: string
  planned: string
  driven: string
  ring: string
  stop: string
  onStop: string
  /** Roads of an archive: the larger the road, the stronger its colour. */
  motorway: string
  mainRoad: string
  minorRoad: string
  roadEdge: string
  rail: string
  green: string
  built: string
  building: string
}

export const mapColours: Readonly<Record<'light' | 'dark', MapColours>> = {
  light: {
    ...{ sea: '#d3e3ea', land: '#f6f5f1', coast: '#a9c2cd', border: '#9aa4aa', river: '#a9d0e2' },
    ...{ ink: '#4a5660', dot: '#7b868e', halo: '#f6f5f1' },
    ...{ good: '#117a65', late: '#c2610c', stopped: '#2563c9', idle: '#75828c' },
    ...{ planned: '#5a8f95', driven: '#12626c', ring: '#1583b0', stop: '#33424c', onStop: '#ffffff' },
    ...{ motorway: '#e9b877', mainRoad: '#f3dca6', minorRoad: '#ffffff', roadEdge: '#d5cdbd', rail: '#b9bfc2' },
    ...{ green: '#e4ecd9', built: '#edeae4', building: '#e0dcd3' },
  },
  dark: {
    ...{ sea: '#16232b', land: '#202a30', coast: '#35505e', border: '#566670', river: '#2b4c5c' },
    ...{ ink: '#a8b6bf', dot: '#6d7c86', halo: '#202a30' },
    ...{ good: '#34b894', late: '#f29342', stopped: '#6aa5ff', idle: '#98a5ae' },
    ...{ planned: '#6ba7ad', driven: '#4fc3cf', ring: '#58b4e0', stop: '#d5dee3', onStop: '#202a30' },
    ...{ motorway: '#8a6a3d', mainRoad: '#5f5640', minorRoad: '#3a474f', roadEdge: '#151d22', rail: '#4a555c' },
    ...{ green: '#213129', built: '#263138', building: '#2d3940' },
  },
}

export const markTones = ['good', 'late', 'stopped', 'idle'] as const
/** Vehicle state shown by a marker's colour. */
export type MarkTone = (typeof markTones)[number]

export const markShapes = ['arrow', 'dot', 'hollow'] as const
/** Vehicle motion shown by a marker's shape: moving, standing, or with an outdated position. */
export type MarkShape = (typeof markShapes)[number]
