/**
 * The element that scrolls a region: the region itself, or the page where it is too low for regions
 * that scroll by themselves.
 */
export function scrollerOf(region: Element): Element {
  const scrollsItself = getComputedStyle(region).overflowY !== 'visible';
  return scrollsItself ? region : (document.scrollingElement ?? document.documentElement);
}

/** How far the end of what an element scrolls is out of sight, in pixels. */
export function distanceToEnd({ clientHeight, scrollHeight, scrollTop }: Element): number {
  return scrollHeight - scrollTop - clientHeight;
}
