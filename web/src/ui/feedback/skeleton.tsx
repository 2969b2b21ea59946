import '@mantine/core/styles/Skeleton.layer.css';
import type { ReactNode } from 'react';
import { Skeleton as MantineSkeleton, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** A placeholder as tall as the content that is loading; appears only after 200 ms. */
export function Skeleton({ text, children }: { readonly text?: string; readonly children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className="after-200ms" aria-busy="true">
      <span className="visually-hidden" role="status">
        {text ?? t('common.loading')}
      </span>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}

/** One gray line. */
export function Bone({ width, height = 12 }: { readonly width: number | string; readonly height?: number }) {
  return <MantineSkeleton component="span" width={width} height={height} />;
}

/** Placeholders for the rows of a list. */
export function SkeletonRows({ count }: { readonly count: number }) {
  return (
    <Skeleton>
      <div className="rows">
        {Array.from({ length: count }, (_, index) => (
          <div className="row" key={index}>
            <MantineSkeleton circle flex="none" height={40} />
            <Stack component="span" flex={1} miw={0} gap="xs">
              <Bone width={120 + ((index * 28) % 64)} />
              <Bone width={176 - ((index * 20) % 48)} />
            </Stack>
            <Bone width={64} />
          </div>
        ))}
      </div>
    </Skeleton>
  );
}
