import { startSandbox } from '../../../src/sandbox/server.ts';
import { toolCatalogue } from '../../../src/tools/catalogue.ts';
import { createBillingDesk, createBillingTools } from '../../support/billing-tools.ts';
import { conformToKit } from '../../support/conformance.ts';
import { createCourseTools } from '../../support/course-tools.ts';
import { createFluentBilling } from '../../support/fluent-billing.ts';

conformToKit('the product', toolCatalogue, startSandbox);
conformToKit('the course', createCourseTools());
conformToKit('billing', createBillingTools(createBillingDesk()));
conformToKit('billing as a chain', createFluentBilling());
