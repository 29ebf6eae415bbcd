const UP_KEYS = /^(?:ArrowUp|PageUp|Home)$/;

/** What tells that a person, and not the page, moves a region. */
export interface ScrollIntent {
  /** The person wants to go up, whether or not anything has moved yet. */
  readonly onUp: () => void;
  /** The person looks for words in the page, which may be anywhere in it. */
  readonly onFind: () => void;
}

/**
 * Tells by wheel, touch and keys that a person wants to move a region up. Where it then stands
 * does not tell that: the page moves it too, and it grows meanwhile. Ends with the signal.
 */
export function watchScrollIntent(
  region: HTMLElement,
  { onFind, onUp }: ScrollIntent,
  signal: AbortSignal,
): void {
  const options = { passive: true, signal };
  region.addEventListener(
    'wheel',
    (event) => {
      if (event.deltaY < 0 && !event.ctrlKey && !scrollsUpWithin(event.target, region)) onUp();
    },
    options,
  );
  let touchY = 0;
  region.addEventListener('touchstart', ({ touches }) => (touchY = yOf(touches)), options);
  region.addEventListener(
    'touchmove',
    ({ target, touches }) => {
      const y = yOf(touches);
      if (y > touchY && !scrollsUpWithin(target, region)) onUp();
      touchY = y;
    },
    options,
  );
  document.addEventListener(
    'keydown',
    (event) => {
      const isFind = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'f';
      if (isFind) onFind();
      else if (isUpKey(event) && !takesText(event.target)) onUp();
    },
    options,
  );
}

function isUpKey({ key, shiftKey }: KeyboardEvent): boolean {
  return UP_KEYS.test(key) || (key === ' ' && shiftKey);
}

function takesText(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, select, textarea') !== null;
}

function yOf(touches: TouchList): number {
  return touches[0]?.clientY ?? 0;
}

/** Whether something within the region, such as a block of code, would move in its place. */
function scrollsUpWithin(target: EventTarget | null, region: HTMLElement): boolean {
  let element = target instanceof Element ? target : null;
  for (; element !== null && element !== region; element = element.parentElement)
    if (element.scrollTop > 0 && getComputedStyle(element).overflowY !== 'visible') return true;
  return false;
}
