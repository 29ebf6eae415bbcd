/** Which icons of the set the page uses: the name it has there, and the name of ours. */
export const ICON_NAMES = {
  plus: 'LucidePlus',
  pencil: 'LucidePencil',
  search: 'LucideSearch',
  more: 'LucideEllipsis',
  'panel-left': 'LucidePanelLeft',
  'chevron-down': 'LucideChevronDown',
  x: 'LucideX',
  'arrow-up': 'LucideArrowUp',
  'arrow-down': 'LucideArrowDown',
  square: 'LucideSquare',
  moon: 'LucideMoon',
  history: 'LucideHistory',
  file: 'LucideFile',
  scroll: 'LucideScrollText',
  'panel-right': 'LucidePanelRight',
  'chevron-right': 'LucideChevronRight',
  'chevron-left': 'LucideChevronLeft',
  copy: 'LucideCopy',
  again: 'LucideRotateCw',
  check: 'LucideCheck',
  settings: 'LucideSlidersHorizontal',
  alert: 'LucideCircleAlert',
  upload: 'LucideUpload',
  download: 'LucideDownload',
  trash: 'LucideTrash2',
  swap: 'LucideArrowLeftRight',
} as const;

/** Our own: a loop in a thread, tied so as not to forget. Each is drawn on a grid of its own. */
export const OWN_ICONS = {
  mark: {
    viewBox: '0 0 26 22',
    path: 'M1 18.5C8.5 18.5 16.5 13.5 16.5 7.5 16.5 4.7 15.2 3 13.3 3 11.2 3 9.7 5 9.7 8.5 9.7 14.5 15 18.5 25 18.5',
  },
  knot: {
    viewBox: '0 0 20 20',
    path: 'M1.5 16C7 16 12.7 12 12.7 7 12.7 4.7 11.7 3.5 10.2 3.5 8.6 3.5 7.4 5.1 7.4 7.9 7.4 12.7 11.5 16 18.5 16',
  },
} as const;
