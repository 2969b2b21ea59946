import { Controller, Module, Post } from '@nestjs/common';
import { DomainError } from '../../api/src/kernel/domain-error.js';
import { Refuses } from '../../api/src/http/contract/refuses.js';
import { TestApp } from './test-app.js';

@Controller('notes')
class UndocumentedController {
  @Post()
  note(): never {
    throw new DomainError('not_found');
  }
}
@Controller('notes')
class DocumentedController {
  @Post()
  @Refuses('not_found')
  note(): never {
    throw new DomainError('not_found');
  }
}
@Module({ controllers: [UndocumentedController] })
class UndocumentedModule {}
@Module({ controllers: [DocumentedController] })
class DocumentedModule {}

it('the refusals of an application are compared with its own document, whatever another one of the worker has', async () => {
  const apps = [await TestApp.open([UndocumentedModule]), await TestApp.open([DocumentedModule])] as const;
  const [undocumented, documented] = apps.map((app) => app.person('ana').post('/notes'));
  await expect(undocumented).rejects.toThrow('which its documentation does not name');
  expect(await documented).toMatchObject({ status: 404 });
  await Promise.all(apps.map((app) => app.close()));
});
