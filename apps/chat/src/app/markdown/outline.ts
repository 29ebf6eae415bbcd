import type { Block } from './markdown-tree';

/**
 * Ranks a text's headings by how they stand to each other, so that none is more than one deeper than
 * the one before it, whatever depth a model begins with. What comes later changes no rank.
 */
export function outlined(blocks: readonly Block[]): readonly Block[] {
  const open: number[] = [];
  return blocks.map((block) => {
    if (block.kind !== 'heading') return block;
    while ((open.at(-1) ?? 0) >= block.depth) open.pop();
    open.push(block.depth);
    return { ...block, rank: open.length };
  });
}
